import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { samlSettings } from './environment-saml.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test('SAML is off until it is asked for', () => {
  expect(samlSettings({ SAML_PRIVATE_KEY: pem })).toEqual({ privateKey: null })
})

test('a key in any of the usual forms', () => {
  for (const SAML_PRIVATE_KEY of [
    pem,
    pem.replaceAll('\n', '\\n'),
    privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  ]) {
    expect(samlSettings({ SAML_ENABLED: true, SAML_PRIVATE_KEY })).toEqual({ privateKey: pem })
  }
})

test('a key that is missing, none, or too weak stops the start', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const asPem = (key: typeof weak) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => samlSettings({ SAML_ENABLED: true })).toThrow('SAML_PRIVATE_KEY is missing')
  for (const SAML_PRIVATE_KEY of ['hello', asPem(weak), asPem(ec)]) {
    expect(() => samlSettings({ SAML_ENABLED: true, SAML_PRIVATE_KEY })).toThrow('no RSA key')
  }
})
