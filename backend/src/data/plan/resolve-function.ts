import { ApiError } from '../respond/errors.ts'
import { qualified, type DatabaseFunction, type Schema } from '../schema/schema.ts'
import { closestName } from './closest-name.ts'

/** PostgreSQL types that a single unnamed parameter can have, by kind of request body. */
const bodyTypes = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  octets: ['bytea'],
} as const

export type BodyKind = keyof typeof bodyTypes

/**
 * Finds the function overload that accepts the named arguments, or else the whole body. Throws
 * ApiError PGRST202 if no overload matches and PGRST203 if several match.
 */
export function resolveFunction(
  schema: Schema,
  schemaName: string,
  name: string,
  argumentNames: readonly string[],
  body: BodyKind | null,
): { found: DatabaseFunction; takesBody: boolean } {
  const overloads = schema.functions.get(qualified(schemaName, name)) ?? []
  const isRaw = body !== null && body !== 'json'
  const mayTakeBody = (each: DatabaseFunction) => body !== null && takesBody(each, body)
  const named = overloads.filter(
    (each) =>
      takesArguments(each, argumentNames) &&
      !mayTakeBody(each) &&
      !(isRaw && each.parameters.length === 0),
  )
  if (named.length > 1) throw ambiguous(named)
  if (named[0]) return { found: named[0], takesBody: false }
  const whole = overloads.filter(mayTakeBody)
  if (whole.length > 1) throw ambiguous(whole)
  if (whole[0]) return { found: whole[0], takesBody: true }
  throw notFound({ schema, schemaName, name, argumentNames, body, overloads })
}

function takesArguments(
  { parameters }: DatabaseFunction,
  argumentNames: readonly string[],
): boolean {
  const known = new Set(parameters.map((parameter) => parameter.name))
  return (
    argumentNames.every((argument) => argument !== '' && known.has(argument)) &&
    parameters.every((parameter) => !parameter.isRequired || argumentNames.includes(parameter.name))
  )
}

function takesBody({ parameters }: DatabaseFunction, body: BodyKind): boolean {
  const [only, ...rest] = parameters
  const types: readonly string[] = bodyTypes[body]
  return only !== undefined && rest.length === 0 && only.name === '' && types.includes(only.type)
}

function ambiguous(found: readonly DatabaseFunction[]): ApiError {
  const signatures = found.map(({ schema, name, parameters }) => {
    const list = parameters.map((each) => `${each.name} => ${each.type}`).join(', ')
    return `${schema}.${name}(${list})`
  })
  const message = `Could not choose the best candidate function between: ${signatures.join(', ')}`
  return new ApiError(300, 'PGRST203', message, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

type Miss = {
  schema: Schema
  schemaName: string
  name: string
  argumentNames: readonly string[]
  body: BodyKind | null
  overloads: readonly DatabaseFunction[]
}

function notFound(miss: Miss): ApiError {
  const { schemaName, name, body } = miss
  const names = miss.argumentNames.toSorted()
  const wanted = `${schemaName}.${name}`
  if (body !== null && body !== 'json') {
    const message = `Could not find the function ${wanted} in the schema cache`
    return new ApiError(404, 'PGRST202', message, {
      details: `Searched for the function ${wanted} with a single unnamed ${bodyTypes[body][0]} parameter, but no matches were found in the schema cache.`,
    })
  }
  const list = names.join(', ')
  const given = names.length === 0 ? ' without parameters' : `(${list})`
  const searched =
    names.length === 0 ? given : ` with parameter${names.length > 1 ? 's' : ''} ${list}`
  const orBody = body === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''
  const likely = likelyCall(miss, names)
  const message = `Could not find the function ${wanted}${given} in the schema cache`
  return new ApiError(404, 'PGRST202', message, {
    details: `Searched for the function ${wanted}${searched}${orBody}, but no matches were found in the schema cache.`,
    hint: likely && `Perhaps you meant to call the function ${schemaName}.${likely}`,
  })
}

function likelyCall(miss: Miss, names: readonly string[]): string | null {
  const { schema, schemaName, name, overloads } = miss
  if (overloads.length > 0) {
    const namesOf = ({ parameters }: DatabaseFunction) => parameters.map((each) => each.name)
    const lists = overloads.map((each) => namesOf(each).toSorted().join(', '))
    const closest = closestName(names.join(', '), lists)
    return closest ? `${name}(${closest})` : null
  }
  const ofSchema = [...schema.functions.values()].flatMap(([first]) =>
    first?.schema === schemaName ? [first.name] : [],
  )
  return closestName(name, ofSchema)
}
