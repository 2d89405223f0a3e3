import type { Page } from '@playwright/test'
import type { Persona } from './sessions.ts'
import type { TestClients } from './instances.ts'

export type Screen = {
  /** File name of the screen's screenshots. */
  name: string
  path: string | ((clients: TestClients) => Promise<string>)
  /** Text of the screen's h1 heading. */
  heading: string | RegExp
  /** Document title without the suffix ' · Hourspace'. */
  title: string | RegExp
  /** The persona that the screen is for; a visitor by default. */
  who?: Persona
  /** What other personas get in place of the screen. Undefined if the screen is for everyone. */
  refusal?: 'home' | 'sign-in'
  /** HTTP status of the screen; 200 by default. */
  status?: 404
  /** Text in `main` that appears when the screen has loaded. */
  shows?: string | RegExp
  /**
   * Whether another entry of the list has the same layout. every-route.e2e.ts then skips the checks
   * of layout and accessibility.
   */
  isVariant?: true
  /** The link of an empty screen that suggests what to do next. */
  nextStep?: { link: string; path: string }
  /** Prepares the page before the screen is opened, for example with fake responses. */
  arrange?(page: Page): Promise<void>
}
