"""Words that exist in English and in French."""

from typing import Literal

import msgspec

Language = Literal["en", "fr"]


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in both languages."""

    en: str
    fr: str

    def in_language(self, language: Language) -> str:
        """Return the words in one language.

        >>> Text("stock", "pioche").in_language("fr")
        'pioche'
        """
        return self.fr if language == "fr" else self.en


class Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same list of sentences in both languages."""

    en: tuple[str, ...]
    fr: tuple[str, ...]
