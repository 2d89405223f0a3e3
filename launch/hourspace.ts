#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { createProgram } from './commands/program.ts'

await createProgram().parseAsync()
