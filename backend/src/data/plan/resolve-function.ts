import { ApiError } from '../respond/errors.ts'
import { qualified, type DatabaseFunction, type Schema } from '../schema/schema.ts'
import { closestName } from './closest-name.ts'

/** Types that a function's only and unnamed parameter may have to take a whole body. */
const bodyTypes: Record<string, readonly string[]> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  octets: ['bytea'],
}

export type BodyKind = keyof typeof bodyTypes

/**
 * The overload that takes exactly these arguments; else the one that takes the whole body as its
 * unnamed parameter. Throws ApiError PGRST202 when there is none, PGRST203 when there are several.
 */
export function resolveFunction(
  schema: Schema,
  schemaName: string,
  name: string,
  argumentNames: readonly string[],
  body: BodyKind | null,
): { found: DatabaseFunction; takesBody: boolean } {
  const overloads = schema.functions.get(qualified(schemaName, name)) ?? []
  const named = body === null || body === 'json' ? overloads.filter(takesArguments) : []
  if (named.length > 1) throw ambiguous(schemaName, named)
  if (named[0]) return { found: named[0], takesBody: false }
  const types = body === null ? [] : (bodyTypes[body] ?? [])
  const whole = overloads.find(
    ({ parameters: [only, ...rest] }) =>
      only && rest.length === 0 && only.name === '' && types.includes(only.type),
  )
  if (whole) return { found: whole, takesBody: true }
  throw notFound(schema, schemaName, name, argumentNames, overloads)

  function takesArguments({ parameters }: DatabaseFunction): boolean {
    const known = new Set(parameters.map((parameter) => parameter.name))
    return (
      argumentNames.every((argument) => argument !== '' && known.has(argument)) &&
      parameters.every(
        (parameter) => !parameter.isRequired || argumentNames.includes(parameter.name),
      )
    )
  }
}

function ambiguous(schemaName: string, found: readonly DatabaseFunction[]): ApiError {
  const signatures = found.map(
    ({ name, parameters }) =>
      `${schemaName}.${name}(${parameters.map((each) => `${each.name} => ${each.type}`).join(', ')})`,
  )
  return new ApiError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function notFound(
  schema: Schema,
  schemaName: string,
  name: string,
  argumentNames: readonly string[],
  overloads: readonly DatabaseFunction[],
): ApiError {
  const given = argumentNames.length > 0 ? `(${argumentNames.join(', ')})` : ''
  const wanted =
    argumentNames.length > 0
      ? `parameter${argumentNames.length > 1 ? 's' : ''} ${argumentNames.join(', ')}`
      : 'no parameters'
  const [overload] = overloads
  const names = [...schema.functions.values()].flatMap(([first]) =>
    first?.schema === schemaName ? [first.name] : [],
  )
  const closest = closestName(name, names)
  const hint = overload
    ? `Perhaps you meant to call the function ${schemaName}.${name}(${overload.parameters.map((each) => each.name).join(', ')})`
    : closest
      ? `Perhaps you meant to call the function ${schemaName}.${closest}`
      : null
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function ${schemaName}.${name}${given} in the schema cache`,
    {
      details: `Searched for the function ${schemaName}.${name} with ${wanted}, but no matches were found in the schema cache.`,
      hint,
    },
  )
}
