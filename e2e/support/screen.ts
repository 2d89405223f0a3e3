import type { Page } from '@playwright/test'
import type { Persona } from './sessions.ts'
import type { TestClients } from './instances.ts'

/** One screen of the product in one state. */
export type Screen = {
  /** File name of its screenshots. */
  name: string
  path: string | ((clients: TestClients) => Promise<string>)
  /** Text of the h1. */
  heading: string | RegExp
  /** Document title without the suffix ' · Hourspace'. */
  title: string | RegExp
  /** The persona it is for; a visitor by default. */
  who?: Persona
  /** Response to personas without permission; by default there is none. */
  refusal?: 'home' | 'sign-in'
  /** Only `who` sees this state. */
  isPersonal?: boolean
  /** HTTP status; 200 by default. */
  status?: 404
  /** The text in `main` that loads last. */
  shows?: string | RegExp
  /** Prepares the state before the screen is opened. */
  arrange?(page: Page): Promise<void>
}
