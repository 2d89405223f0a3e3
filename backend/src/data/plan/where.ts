import { arrayLiteral } from '#backend/platform/sql-text.ts'
import { ApiError } from '../respond/errors.ts'
import {
  compareOperators,
  searchOperators,
  type Condition,
  type Operation,
} from '../request/query.ts'
import { fieldSql, fieldType, hasField, type Source } from './source.ts'
import type { Parameters } from './sql.ts'

type EmbedTests = ReadonlyMap<string, { found(): string }>

const noEmbeds: EmbedTests = new Map()

export function whereSql(
  conditions: readonly Condition[],
  source: Source,
  parameters: Parameters,
  embeds: EmbedTests = noEmbeds,
): string[] {
  return conditions.map((condition) => conditionSql(condition, source, parameters, embeds))
}

function conditionSql(
  condition: Condition,
  source: Source,
  parameters: Parameters,
  embeds: EmbedTests,
): string {
  const negation = condition.negated ? 'not ' : ''
  if (condition.kind === 'logic') {
    const parts = whereSql(condition.conditions, source, parameters, embeds)
    return `${negation}(${parts.join(` ${condition.operator} `)})`
  }
  const { field, operation } = condition
  const embed = field.path.length === 0 ? embeds.get(field.name) : undefined
  if (embed && isNullTest(operation)) {
    const isFound = condition.negated === (operation.value === 'null')
    return isFound ? embed.found() : `not ${embed.found()}`
  }
  if (embed && !hasField(source, field.name)) {
    throw new ApiError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  const type = fieldType(source, field)
  return `${negation}(${operationSql(fieldSql(source, field), type, operation, parameters)})`
}

function isNullTest(operation: Operation): operation is Operation & { kind: 'is' } {
  return operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null')
}

function operationSql(
  field: string,
  type: string | null,
  operation: Operation,
  parameters: Parameters,
): string {
  switch (operation.kind) {
    case 'is':
      return `${field} is ${operation.value === 'not_null' ? 'not null' : operation.value}`
    case 'in':
      return `${field} = any(${parameters.add(arrayLiteral(operation.values))})`
    case 'search': {
      // Converts a column that is not a tsvector, because text search requires a tsvector.
      const language = operation.language === null ? null : parameters.add(operation.language)
      const prefix = language === null ? '' : `cast(${language} as regconfig), `
      const document = type === 'tsvector' ? field : `to_tsvector(${prefix}${field})`
      const query = `${searchOperators[operation.operator]}(${prefix}${parameters.add(operation.value)})`
      return `${document} @@ ${query}`
    }
    case 'compare': {
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike'
      const value = isPattern ? operation.value.replace(/\*/g, '%') : operation.value
      const place = parameters.add(value)
      const right = operation.quantifier ? `${operation.quantifier}(${place})` : place
      return `${field} ${compareOperators[operation.operator]} ${right}`
    }
  }
}
