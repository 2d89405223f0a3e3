/** Light, dark, or whatever the system says. Remembered in localStorage, applied before paint. */
type Theme = 'light' | 'dark' | 'system'

const storageKey = 'hourspace-theme'

/** Runs in the document's head, so that the remembered theme is there at the first paint. */
export const themeScript = `try{const t=localStorage.getItem('${storageKey}');if(t)document.documentElement.dataset.theme=t}catch{}`

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
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(storageKey)
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(storageKey, theme)
  }
}
