import { Moon, Sun } from 'lucide-react'
import { isDark, setTheme } from '#web/ui/theme.ts'

/** Switches between light and dark. Which icon shows is the style sheet's choice: the HTML is one. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      onClick={() => setTheme(isDark() ? 'light' : 'dark')}
      className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink noscript:hidden"
    >
      <Moon aria-hidden className="size-5 dark:hidden" />
      <Sun aria-hidden className="hidden size-5 dark:block" />
    </button>
  )
}
