import { brandColors } from '@hourspace/domain/company.ts'
import { storeText } from '#web/lib/local-storage.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'

/**
 * The user's choice of a theme. It is stored in localStorage and applied before the first paint.
 */
type Theme = 'light' | 'dark' | 'system'

const storageKey = 'hourspace-theme'

/**
 * Colors of the browser's toolbars, equal to `canvas` in tokens.css. Toolbars cannot use CSS
 * variables.
 */
export const barColors = { light: brandColors.light.canvas, dark: brandColors.dark.canvas }

/**
 * Id of the theme-color element for the chosen theme. It comes before the elements for the system
 * theme.
 */
const chosenBar = 'chosen-bar'

/** A script in the document's head that applies the stored theme before the first paint. */
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

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function isDark(): boolean {
  const theme = currentTheme()
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

export function setTheme(theme: Theme): void {
  paintBars(theme)
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    storeText(storageKey, null)
  } else {
    document.documentElement.dataset.theme = theme
    storeText(storageKey, theme)
  }
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const choice = new MutationObserver(listener)
  system.addEventListener('change', listener)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', listener)
    choice.disconnect()
  }
}

/** Returns true if the page is in dark mode, for maps and iframes, which our CSS cannot style. */
export function useIsDark(): boolean {
  return useBrowserValue(isDark, false, subscribe)
}
