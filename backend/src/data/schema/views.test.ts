import { expect, test } from 'vitest'
import { viewColumnOrigins } from './views.ts'

const entry = (number: number, name: string, table: number, column: number, expression = '{VAR}') =>
  `{TARGETENTRY :expr ${expression} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`

test('viewColumnOrigins returns only those columns of the outermost query that are unchanged table columns', () => {
  const inner = `{SUBLINK :subselect {QUERY :targetList (${entry(1, 'inner', 900, 9)})}}`
  const tree = `({QUERY :rtable ({RTE :subquery {QUERY :targetList (${entry(1, 'deep', 901, 1)})}}) :targetList (${[
    entry(1, 'id', 500, 1),
    entry(2, 'odd\\ \\{name', 500, 3),
    entry(3, 'computed', 0, 0),
    entry(4, 'looked_up', 0, 0, inner),
  ].join(' ')}) :groupClause <>})`
  expect(viewColumnOrigins(tree)).toEqual([
    { column: 1, relation: '500', originColumn: 1 },
    { column: 2, relation: '500', originColumn: 3 },
  ])
})
