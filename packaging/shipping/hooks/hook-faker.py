"""Of Faker the lists of people's names, which are all that surrogates take."""

from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("faker.providers.person")
