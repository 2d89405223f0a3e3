import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentSchema } from '@hourspace/launch/environment/environment.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** Variables of .env.example that only compose.yaml reads. */
const ofCompose = ['POSTGRES_PASSWORD']

test('deploy/.env.example names only existing settings, each once', () => {
  const lines = read('deploy/.env.example').split('\n')
  const names = lines.flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
  const known = [...Object.keys(environmentSchema.shape), ...ofCompose]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('the systemd units and the container image run only existing commands', () => {
  const started = [
    'deploy/hourspace.service',
    'deploy/hourspace-backup.service',
    'deploy/Dockerfile',
  ]
    .flatMap((file) => read(file).match(/launch\/[\w-]+\.ts/g) ?? [])
    .sort()
  expect(started).toEqual(['launch/hourspace.ts', 'launch/start.ts', 'launch/start.ts'])
  for (const file of started) expect(read(file)).not.toBe('')
})

test('the Docker build context contains at least the package.json of every workspace', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  const ignore = read('deploy/Dockerfile.dockerignore')
  const copied = [...ignore.matchAll(/^!([\w-]+)(\/package\.json)?$/gm)].map(([, name]) => name)
  expect(workspaces.filter((name) => !copied.includes(name))).toEqual([])
})
