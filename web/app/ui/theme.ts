/** Light, dark, or whatever the system says. Remembered in localStorage, applied before paint. */
type Theme = 'light' | 'dark' | 'system'

const storageKey = 'hourspace-theme'

/** The page's ground (`canvas` in tokens.css) for the browser's own bars, which read no style sheet. */
export const barColors = { light: '#f9f7f5', dark: '#151011' }

/** Marks the bar colour of a chosen theme, which stands before those that follow the system. */
const chosenBar = 'chosen-bar'

/** Runs in the document's head, so that the remembered theme is there at the first paint. */
export const themeScript =
  `try{const t=localStorage.getItem('${storageKey}');if(t){document.documentElement.dataset.theme=t;` +
  `const m=document.createElement('meta');m.id='${chosenBar}';m.name='theme-color';` +
  `m.content=${JSON.stringify(barColors)}[t];document.head.prepend(m)}}catch{}`

function paintBars(theme: Theme): void {
  document.getElementById(chosenBar)?.remove()
  if (theme === 'system') return
  const meta = document.createElement('meta')
  meta.id = chosenBar
  meta.name = 'theme-color'
  meta.content = barColors[theme]
  document.head.prepend(meta)
}

/** The theme in force because the person chose it. Browser only. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** True when the page is dark right now, for whichever reason. Browser only. */
export function isDark(): boolean {
  const theme = currentTheme()
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

export function setTheme(theme: Theme): void {
  paintBars(theme)
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(storageKey)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(storageKey, theme)
  }
}
