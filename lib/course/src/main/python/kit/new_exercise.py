"""`course new-exercise`: writes every place of a new exercise, with a small one that works, to be written over."""

import re

import nbformat
from nbformat import NotebookNode

from kit import NOTEBOOKS, ROOT, SOLUTIONS, notebooks, places, release, times
from kit.errors import Stop
from kit.places import PLACEHOLDER

POINTS = 2
CLASS = """\
package tidemark.bank;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;

/** {@code long @METHOD@(long start, long end)}: WRITE: what the method returns, in a sentence. */
final class @CLASS@ implements MethodExercise<@CLASS@.Answer, @CLASS@.Flag> {
  interface Answer {
    long @METHOD@(long start, long end) throws Exception;
  }

  enum Flag {
    @Trap("counts the end as well")
    COUNTS_END,
    @Trap("counts from 0, not from the start")
    FROM_ZERO
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("@ID@", @POINTS@, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    return (start, end) ->
        end
            - (flags.contains(Flag.FROM_ZERO) ? 0 : start)
            + (flags.contains(Flag.COUNTS_END) ? 1 : 0);
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(List.of(4L, 10L), List.of(-4L, -10L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long start = Reach.time(random) + random.nextLong(10L * size);
    long length = Reach.length(random, 10L * size);
    return List.of(start, start + (random.nextBoolean() ? length : -length));
  }
}
"""
SOLUTION = "return end - start;"
WRONG = """\
@ID@ | counts the end as well | end - start | end - start + 1
@ID@ | counts from 0, not from the start | end - start | end
"""
TEXT = """\
### @NUMBER@ · @TITLE@ (@POINTS@ points)

`FURTHER` 4 minutes

WRITE: what is given, what the method returns, and one example."""
HINTS = """\
##### Hints on @WORDS@

<details><summary>Hint 1: a nudge</summary>

WRITE: a question that makes one look at the right place.

</details>
<details><summary>Hint 2: the idea</summary>

WRITE: the idea in words, never the code.

</details>"""
DISCUSSION = """\
#### Discussion of @WORDS@

**Why this.** WRITE: why the answer is right.

**Why not the tempting answer?** WRITE: where it goes wrong."""


def class_name(exercise: str) -> str:
    return "".join(word.capitalize() for word in exercise[3:].split("-"))


def method_name(exercise: str) -> str:
    name = class_name(exercise)
    return name[0].lower() + name[1:]


def command(exercise: str, number: str, title: str) -> None:
    """Writes the places, then says what comes next. Whatever is there already is never overwritten."""
    file = places.notebook_of(exercise)
    if file.name[:2] != number.zfill(2):
        raise Stop(
            f"An exercise's id must begin with its notebook's number, id={exercise}, notebook={number}\n"
            f"Write --notebook {exercise[:2]}, or another id."
        )
    if not title.strip() or "\n" in title:
        raise Stop(f"A title must be one line of words, title={title!r}\nIt becomes the exercise's heading.")
    source = places.BANK / f"{class_name(exercise)}.java"
    taken = [path for path in (source, places.RIGHT / f"{exercise}.java") if path.exists()]
    if taken or places.entry(exercise):
        there = ", ".join(path.name for path in taken) or "its class is in the bank"
        raise Stop(
            f"A new exercise's id must be free, id={exercise}; there is: {there}\n"
            f"Take another id, or see what this one lacks: ./course check-exercise {exercise}"
        )
    fill = {
        "@ID@": exercise,
        "@CLASS@": class_name(exercise),
        "@METHOD@": method_name(exercise),
        "@TITLE@": title.strip(),
        "@WORDS@": places.title(exercise),
        "@POINTS@": str(POINTS),
    }
    listed = with_line(exercise)
    solved = notebooks.read(file)
    insert(solved, exercise, fill)
    source.write_text(filled(CLASS, fill), "utf-8", newline="\n")
    bank = places.BANK / "TidemarkBank.java"
    bank.write_text(listed, "utf-8", newline="\n")
    file.write_text(notebooks.text(solved), "utf-8", newline="\n")
    times.write(file)
    release.write(file.name, release.released(file))
    answer = f"long {method_name(exercise)}(long start, long end) {{ {SOLUTION} }}\n"
    (places.RIGHT / f"{exercise}.java").write_text(answer, "utf-8", newline="\n")
    with places.WRONG.open("a", encoding="utf-8", newline="\n") as wrong:
        wrong.write(filled(WRONG, fill))
    say(exercise, source.relative_to(ROOT).as_posix(), file.name)


def say(exercise: str, source: str, notebook: str) -> None:
    resources = places.RIGHT.parent.relative_to(ROOT).as_posix()
    print(f"  {source}: the model, its mistakes and its probes; listed in TidemarkBank")
    print(f"  {SOLUTIONS.name}/{notebook}: text, stub, hints, check and discussion")
    print(f"  {NOTEBOOKS.name}/{notebook}: released")
    print(f"  {resources}/right/{exercise}.java, and two lines in wrong.txt")
    print(f"\nIt works as it is, as a small example. Write over each {PLACEHOLDER} and run after each change:")
    print(f"  ./course check-exercise {exercise}")


def filled(template: str, fill: dict[str, str]) -> str:
    return re.sub("|".join(fill), lambda found: fill[found[0]], template)


def with_line(exercise: str) -> str:
    """`TidemarkBank` with the exercise before the questions of its notebook, or else before the predictions."""
    bank = (places.BANK / "TidemarkBank.java").read_text("utf-8")
    places_for = [mark for mark in (f"Questions{exercise[:2]}.ALL", "ClosedBook.ALL") if mark in bank]
    if not places_for:
        raise Stop("TidemarkBank must list ClosedBook.ALL: a new exercise is put before it. Restore that line.")
    mark = places_for[0]
    return bank.replace(mark, f"List.of(new {class_name(exercise)}()),\n            {mark}", 1)


def insert(notebook: NotebookNode, exercise: str, fill: dict[str, str]) -> None:
    """Puts the cells behind the last exercise. It is further: the core path may take no more time than it does."""
    asked = [at for at, cell in enumerate(notebook.cells) if "discussion" in cell.metadata.get("tags", [])]
    at = asked[-1] + 1 if asked else len(notebook.cells)
    heads = re.findall(r"^### (\d+) · ", "\n".join(cell.source for cell in notebook.cells), re.M)
    fill["@NUMBER@"] = str(max(map(int, heads), default=0) + 1)
    graded = {"schema_version": 3, "task": False}
    stub = graded | {"grade": False, "grade_id": exercise, "locked": False, "solution": True}
    check = graded | {
        "grade": True,
        "grade_id": f"{exercise}-check",
        "locked": True,
        "points": POINTS,
        "solution": False,
    }
    name = exercise[3:]
    head = f"long {method_name(exercise)}(long start, long end) {{"
    solution = f"{head}\n  // BEGIN SOLUTION\n  {SOLUTION}\n  // END SOLUTION\n}}"
    notebook.cells[at:at] = [
        text_cell(f"{name}-text", filled(TEXT, fill), "text"),
        code_cell(exercise, solution, {"id": exercise, "role": "exercise"}, stub),
        text_cell(f"{name}-hints", filled(HINTS, fill), "hints"),
        code_cell(f"{exercise}-check", f'Check.run("{exercise}");', {"id": exercise, "role": "check"}, check),
        text_cell(f"{name}-discussion", filled(DISCUSSION, fill), "discussion", tags=["discussion"]),
    ]


def text_cell(cell_id: str, source: str, role: str, **metadata: object) -> NotebookNode:
    whole = {"tidemark": {"further": True, "role": role}} | metadata
    cell: NotebookNode = nbformat.v4.new_markdown_cell(source, id=cell_id, metadata=whole)
    return cell


def code_cell(cell_id: str, source: str, tidemark: dict[str, str], nbgrader: dict[str, object]) -> NotebookNode:
    whole = {"nbgrader": nbgrader, "tidemark": {"further": True} | tidemark}
    cell: NotebookNode = nbformat.v4.new_code_cell(source, id=cell_id, metadata=whole)
    return cell
