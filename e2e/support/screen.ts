import type { Page } from '@playwright/test'
import type { Persona } from './sessions.ts'
import type { TestClients } from './instances.ts'

/** One screen, in one state, of the product. */
export type Screen = {
  /** Names its pictures. */
  name: string
  path: string | ((clients: TestClients) => Promise<string>)
  /** Its h1. */
  heading: string | RegExp
  /** The document's title; ' · Hourspace' follows. */
  title: string | RegExp
  /** Whom it is for; a visitor unless told otherwise. */
  who?: Persona
  /** What becomes of those it is not for; everybody is welcome unless told otherwise. */
  refusal?: 'home' | 'sign-in'
  /** A state that only `who` has. */
  isPersonal?: boolean
  /** 200 unless told otherwise. */
  status?: 404
  /** A text in `main` that is the last to arrive. */
  shows?: string | RegExp
  /** Brings about what the screen shows, before it is opened. */
  arrange?(page: Page): Promise<void>
}
