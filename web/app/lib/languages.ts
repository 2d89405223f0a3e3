/** Languages that hosts and guests can select, as BCP 47 tags. */
const tags = (
  'af ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ' +
  'ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt ro ru si sk sl sq sr sv sw ta ' +
  'te th tr uk ur uz vi yue zh zu'
).split(' ')

const names = new Intl.DisplayNames('en-US', { type: 'language' })

/** Returns the English name of a language; the tag itself if the runtime does not know it. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}

export function languageOptions(): { tag: string; name: string }[] {
  return tags
    .map((tag) => ({ tag, name: languageName(tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-US'))
}
