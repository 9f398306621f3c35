"""`course site`: the whole course as pages that need no server and nothing from outside."""
