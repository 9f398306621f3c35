"""The report of a class: what is counted, what is shown, and that it can be read."""

import base64
import contextlib
import hashlib
import io
import re
import unittest
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from class_made_up import LAG, LEFT, TAKE, WHY, WORDS, found, grades, row, sample, wrong
from kit.grading import command, explanations, mistakes, report
from kit.grading.results import Graded
from kit.jdk import Jdk
from parsed_page import Page


class Counted(unittest.TestCase):
    """The mistakes of a class."""

    def about(self, *rows: Graded) -> dict[str, mistakes.About]:
        return {each.exercise.id: each for each in mistakes.all_of(grades(*rows))}

    def test_the_mistake_of_most_learners_comes_first_and_each_learner_counts_once(self) -> None:
        listed = [row("ada", "01-lag", wrong(LEFT, "RARE")), row("bo", "01-lag", wrong(LEFT, "COMMON"))]
        listed += [row("cy", "01-lag", wrong(LEFT, "COMMON")), row("bo", "01-lag", wrong(LEFT, "COMMON"))]
        about = self.about(*listed)[LEFT.id]
        said = [(group.name, group.learners()) for group in about.mistakes]
        self.assertEqual([("COMMON", ["bo", "cy"]), ("RARE", ["ada"])], said)

    def test_mistakes_of_a_method_that_cannot_be_told_apart_are_one_and_of_a_question_each_counts(self) -> None:
        method = self.about(row("ada", "05-snapshots", wrong(TAKE, "B", "A")))[TAKE.id]
        self.assertEqual(["A or B"], [group.name for group in method.mistakes])
        choice = self.about(row("ada", "05-snapshots", wrong(WHY, "B", "A")))[WHY.id]
        self.assertEqual(["A", "B"], [group.name for group in choice.mistakes])

    def test_the_example_is_the_answer_with_the_smallest_failing_history(self) -> None:
        long, short = "f: log = [1, 2, 3]", "f: log = [1]"
        listed = [row("ada", "01-lag", wrong(LEFT, "A", history=long, source="return 1;"))]
        listed += [row("bo", "01-lag", wrong(LEFT, "A", history=short, source="return 2; // longer"))]
        listed += [row("cy", "01-lag", wrong(LEFT, "A", source="return 3;"))]
        example = self.about(*listed)[LEFT.id].mistakes[0].example()
        self.assertEqual((short, "return 2; // longer"), (example.history, example.source))

    def test_wrong_answers_without_a_name_are_together_if_they_fail_the_same_probes(self) -> None:
        signs = {"ada": "aa", "bo": "bb", "cy": "bb"}
        about = self.about(*(row(name, "01-lag", wrong(LEFT, signature=sign)) for name, sign in signs.items()))[LEFT.id]
        said = [(group.name, group.learners()) for group in about.unnamed]
        self.assertEqual([("bb", ["bo", "cy"]), ("aa", ["ada"])], said)
        self.assertEqual([], about.mistakes)

    def test_a_state_of_its_own_is_a_mistake_by_its_name(self) -> None:
        about = self.about(row("ada", "01-lag", found(LEFT, "timed out"), found(LAG, "does not compile")))
        self.assertEqual(["timed out"], [group.name for group in about[LEFT.id].mistakes])
        self.assertEqual(["does not compile"], [group.name for group in about[LAG.id].mistakes])

    def test_the_share_of_right_is_of_those_who_attempted_it(self) -> None:
        broken = row("dora", "01-lag", found(LAG, "not gradable"), found(LEFT, "not gradable"))
        broken.state = "not gradable"
        listed = [row("ada", "01-lag", found(LEFT, "right")), row("bo", "01-lag", wrong(LEFT, "A"))]
        about = self.about(*listed, row("cy", "01-lag"), broken)[LEFT.id]
        self.assertEqual((1, 2, 3), (about.right(), about.attempted(), len(about.answers)))

    def test_a_score_that_was_kept_counts_as_it_stands_and_its_mistake_does_not(self) -> None:
        kept = wrong(LEFT, "A")
        kept.state, kept.points, kept.kept = "right", 3.0, {"state": "wrong", "points": 0.0, "sentence": ""}
        about = self.about(row("ada", "01-lag", kept))[LEFT.id]
        self.assertEqual((1, []), (about.right(), about.groups()))

    def test_what_nobody_attempted_and_what_nobody_handed_in_are_told_apart(self) -> None:
        made = grades(row("ada", "01-lag", found(LEFT, "right")), row("bo", "01-lag"))
        missing, untried = mistakes.nobody(made, mistakes.all_of(made))
        self.assertEqual(["05-snapshots", "06-compaction"], missing)
        self.assertEqual([LAG.id], [each.exercise.id for each in untried])

    def test_an_explanation_that_waits_was_attempted(self) -> None:
        made = grades(row("ada", "05-snapshots", found(WORDS, "to be graded by a person", "Because.")))
        untried = mistakes.nobody(made, mistakes.all_of(made))[1]
        self.assertEqual([WHY.id, TAKE.id], [each.exercise.id for each in untried])

    def test_what_is_to_be_explained_is_short_and_shared_and_the_most_frequent_comes_first(self) -> None:
        shared = [row(f"l{index}", "01-lag", wrong(LEFT, f"M{index // 2}"), wrong(LAG, "ALL")) for index in range(12)]
        listed = mistakes.to_explain(mistakes.all_of(grades(*shared, row("ada", "01-lag", wrong(LEFT, "ALONE")))))
        self.assertEqual(["ALL", "M0", "M1", "M2", "M3"], [group.name for _, group in listed])
        alone = mistakes.to_explain(mistakes.all_of(grades(row("ada", "01-lag", wrong(LEFT, "ALONE")))))
        self.assertEqual(["ALONE"], [group.name for _, group in alone])


class Explanations(unittest.TestCase):
    """What a person grades."""

    def waiting(self, *learners: str) -> list[explanations.ToGrade]:
        texts = {
            name: found(WORDS, "to be graded by a person", f"text of {number}") for number, name in enumerate(learners)
        }
        why = {"ada": found(WHY, "right"), "bo": wrong(WHY, "TWICE")}
        rows = [row(name, "05-snapshots", text, *([why[name]] if name in why else [])) for name, text in texts.items()]
        return explanations.to_grade(mistakes.all_of(grades(*rows)))

    def test_they_are_grouped_by_what_the_automatic_part_found(self) -> None:
        waiting = self.waiting("bo", "ada", "cy", "dora")
        self.assertEqual([(WORDS.id, WHY.id, 4)], [(each.exercise, each.automatic, each.count()) for each in waiting])
        groups = {finding: len(texts) for finding, texts in waiting[0].groups.items()}
        self.assertEqual({"right": 1, "not attempted": 2, "wrong: twice": 1}, groups)
        self.assertEqual(["right", "not attempted", "wrong: twice"], list(groups))

    def test_their_order_is_that_of_every_run_and_a_late_learner_moves_no_other(self) -> None:
        names = [f"learner {number}" for number in range(20)]
        order = [text.learner for text in self.waiting(*names)[0].groups["not attempted"]]
        self.assertEqual(order, [text.learner for text in self.waiting(*reversed(names))[0].groups["not attempted"]])
        late = [text.learner for text in self.waiting(*names, "late")[0].groups["not attempted"]]
        self.assertEqual(order, [name for name in late if name != "late"])
        self.assertNotIn(order, (names, sorted(names), sorted(names, reverse=True)))

    def test_no_name_stands_beside_a_text_and_the_codes_tell_whose_it_is(self) -> None:
        rows = [
            row(name, "05-snapshots", found(WORDS, "to be graded by a person", "So.")) for name in ("Adalbert", "Bo-Li")
        ]
        page = Page(report.page(grades(*rows)))
        shown = page.part("Explanations to grade", "Whose text is which?")
        self.assertEqual(2, shown.count("So."))
        for name in ("Adalbert", "Bo-Li"):
            self.assertNotIn(name, shown)
            self.assertIn(explanations.code(WORDS.id, name), shown)
            self.assertIn(f"{explanations.code(WORDS.id, name)}{name}", page.text)


class Written(unittest.TestCase):
    """The page."""

    def setUp(self) -> None:
        self.html = report.page(sample())
        self.page = Page(self.html)

    def test_it_holds_what_the_sample_holds(self) -> None:
        explained = self.page.part("What to explain to all", "Exercises and learners")
        self.assertIn("01-records-left: gives the distance in offsets, not the number of records.", explained)
        lag = self.page.part("01-records-left: mistakes by name", "05-take-snapshot")
        self.assertIn("recordsLeft: survivors = [], end = 5, committed = 4", lag)
        self.assertIn("result: expected 0, theirs 1", lag)
        self.assertIn("return end - committed;", lag)
        self.assertIn("05-restore", self.page.part("Nobody attempted", "To look at"))
        self.assertIn("it holds the marks of a merge conflict", self.page.part("To look at", "Explanations to grade"))
        self.assertIn("Because it is in the snapshot.", self.page.part("Explanations to grade", "Whose text is which?"))

    def test_every_learner_has_a_row_in_every_table_with_a_state_in_words(self) -> None:
        rows = re.findall(r"<tr><th scope=\"row\">(?:<a [^>]*>)?<bdi>(.*?)</bdi>.*?</tr>", self.html)
        self.assertEqual(2, rows.count("emil"))
        self.assertEqual(2 * len(sample().learners), len(rows))
        grid = self.html.split('class="grid"')[1].split("</tbody>")[0].split("<tbody>")[1]
        cells = re.findall(r"<td[^>]*><span aria-hidden.*?</td>", grid)
        self.assertEqual(2 * len(sample().learners), len(cells))
        for cell in cells:
            self.assertRegex(re.sub(r"<[^>]*>", "", cell), r"[a-z]{4}")

    def test_the_bar_of_an_exercise_is_as_wide_as_its_numbers(self) -> None:
        bars = self.html.split('id="of-01-records-left"')[1].split("</svg>")[0].split("<svg")[1]
        parts = re.findall(r'<rect x="([\d.]+)" y="0" width="([\d.]+)" height="10" class="bar-(\w+)"></rect>', bars)
        self.assertEqual(bars.count("<rect"), len(parts), "a rectangle in another one is not drawn")
        self.assertEqual([("0.00", "25.00", "right"), ("25.00", "50.00", "wrong"), ("75.00", "25.00", "open")], parts)

    def test_its_policy_allows_its_one_style_and_nothing_else(self) -> None:
        style = self.html.split("<style>")[1].split("</style>")[0]
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        policy = next(tag["content"] for name, tag in self.page.tags if name == "meta" and "http-equiv" in tag)
        self.assertEqual(
            f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'", policy
        )
        self.assertEqual(1, sum(name == "style" for name, _ in self.page.tags))
        self.assertEqual([], [tag for _, tag in self.page.tags if "style" in tag])
        self.assertNotIn("script", {name for name, _ in self.page.tags})
        self.assertNotRegex(style, r"url\(|@import|</")

    def test_tables_and_headings_can_be_heard(self) -> None:
        names = [name for name, _ in self.page.tags]
        self.assertEqual(names.count("table"), names.count("caption"))
        self.assertEqual([], [tag for name, tag in self.page.tags if name == "th" and "scope" not in tag])
        levels = [int(name[1]) for name in names if re.fullmatch("h[1-6]", name)]
        self.assertEqual(1, levels[0])
        self.assertTrue(all(below - above <= 1 for above, below in pairwise(levels)))
        self.assertEqual({"en"}, {tag["lang"] for name, tag in self.page.tags if name == "html"})

    def test_every_link_leads_to_one_place_of_the_page_or_to_a_learners_page(self) -> None:
        places = [tag["id"] for _, tag in self.page.tags if "id" in tag]
        self.assertEqual(len(places), len(set(places)))
        for name, tag in self.page.tags:
            link = tag.get("href") or ""
            self.assertTrue(
                name != "a" or link[1:] in places or re.fullmatch(r"feedback/[\w.-]+/[\w.-]+\.html", link), link
            )

    def test_a_page_that_is_no_page_of_ours_is_not_linked(self) -> None:
        for place in ("javascript:alert(1)", "feedback/../../x.html", "//x/y.html", 'feedback/"/x.html'):
            made = row("ada", "01-lag", found(LEFT, "right"))
            made.feedback = place
            self.assertNotIn(place.replace('"', "&quot;"), report.page(grades(made)))

    def test_each_colour_of_text_can_be_read_on_each_colour_behind_it(self) -> None:
        themes = re.findall(r":root \{(.*?)\}", report.STYLE)
        self.assertEqual(3, len(themes))
        for theme in themes:
            colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", theme))
            pairs = [("ink", name) for name in ("page", "code", "right", "wrong", "person", "refused")]
            pairs += [("link", name) for name in ("page", "right", "wrong")] + [("soft", "page")]
            for front, behind in pairs:
                self.assertGreaterEqual(contrast(colours[front], colours[behind]), 4.5, (front, behind, theme))
            for name in ("bar-right", "bar-wrong", "line"):
                least = 2.5 if name == "line" else 3
                self.assertGreaterEqual(contrast(colours[name], colours["page"]), least, (name, theme))

    def test_a_class_without_a_notebook_has_a_page_too(self) -> None:
        made = Page(report.page(grades(Graded("ada", "", state="nothing handed in"))))
        self.assertIn("No wrong answer was handed in.", made.text)
        self.assertIn("06-compaction: nobody handed it in", made.text)

    def test_a_file_that_no_notebook_could_be_told_from_is_never_shown_as_nothing_handed_in(self) -> None:
        lost = Graded("bela", "", file="bela.zip", state="not gradable", reason="broken")
        html = report.page(grades(row("ada", "01-lag", found(LAG, "right")), lost))
        line = next(each for each in html.split("<tr>") if "bela" in each)
        self.assertIn("not gradable", line)
        self.assertNotIn("nothing handed in", line)

    def test_a_network_that_was_not_cut_off_is_said_at_the_head(self) -> None:
        warning = "The network was not cut off"
        self.assertNotIn(warning, self.page.text)
        made = sample()
        made.isolation["network"] = "NOT cut off: no namespace is allowed here"
        self.assertIn(warning, Page(report.page(made)).text.partition("What to explain to all")[0])

    def test_it_is_replaced_at_once(self) -> None:
        with TemporaryDirectory() as scratch:
            folder = Path(scratch)
            (folder / "report.html").write_text("old", "utf-8")
            report.write(sample(), folder)
            self.assertEqual(self.html, (folder / "report.html").read_text("utf-8"))
            self.assertEqual(["report.html"], [file.name for file in folder.iterdir()])

    def test_grading_a_class_writes_it(self) -> None:
        with TemporaryDirectory() as scratch, contextlib.redirect_stdout(io.StringIO()):
            folder = Path(scratch)
            (folder / "class" / "ada").mkdir(parents=True)
            (folder / "class" / "ada" / "01-lag.ipynb").write_text("no notebook", "utf-8")
            asked = command.Asked([folder / "class"], folder / "out")
            self.assertEqual(1, command.command(Jdk(Path("jdk"), "", "17", ""), asked))
            page = Page((folder / "out" / "report.html").read_text("utf-8"))
            self.assertIn("ada 01-lag: not gradable", page.part("To look at", "Explanations to grade"))


def contrast(one: str, other: str) -> float:
    """WCAG's ratio of two colours."""
    lights = sorted(map(luminance, (one, other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


if __name__ == "__main__":
    unittest.main()
