import { quoteArrayElement } from '../request/parse-filter.ts'
import {
  compareOperators,
  searchOperators,
  type Condition,
  type Operation,
} from '../request/query.ts'
import { fieldSql, fieldType, type Source } from './source.ts'
import type { Parameters } from './sql.ts'

/** Tells whether an embed found rows: SQL of its value by the embed's name, for `rel=is.null`. */
type EmbedValues = ReadonlyMap<string, string>

const noEmbeds: EmbedValues = new Map()

/** SQL of conditions joined by `and`; empty when there are none. */
export function whereSql(
  conditions: readonly Condition[],
  source: Source,
  parameters: Parameters,
  embeds: EmbedValues = noEmbeds,
): string[] {
  return conditions.map((condition) => conditionSql(condition, source, parameters, embeds))
}

function conditionSql(
  condition: Condition,
  source: Source,
  parameters: Parameters,
  embeds: EmbedValues,
): string {
  const negation = condition.negated ? 'not ' : ''
  if (condition.kind === 'logic') {
    const parts = whereSql(condition.conditions, source, parameters, embeds)
    return `${negation}(${parts.join(` ${condition.operator} `)})`
  }
  const { field, operation } = condition
  const embed = field.path.length === 0 ? embeds.get(field.name) : undefined
  if (embed && operation.kind === 'is' && ['null', 'not_null'].includes(operation.value)) {
    return `${negation}(${embed} is ${operation.value === 'null' ? 'null' : 'not null'})`
  }
  const type = fieldType(source, field)
  return `${negation}(${operationSql(fieldSql(source, field), type, operation, parameters)})`
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
      // A document may be asked for words directly; it is turned into a tsvector on the way.
      const language = operation.language === null ? null : parameters.add(operation.language)
      const prefix = language === null ? '' : `cast(${language} as regconfig), `
      const isDocument = type !== null && /^(text|character|json|jsonb)/.test(type)
      const document = isDocument ? `to_tsvector(${prefix}${field})` : field
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

function arrayLiteral(values: readonly string[]): string {
  return `{${values.map(quoteArrayElement).join(',')}}`
}
