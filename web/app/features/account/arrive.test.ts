import { expect, test } from 'vitest'
import { refusalIn } from './arrive.ts'
import { linkFailure } from './link-failure.ts'

const expired = '#error=access_denied&error_code=otp_expired&error_description=Too+late'

test('a refusal is found behind the # and in the query', () => {
  expect(refusalIn({ search: '', hash: expired })).toMatchObject({
    message: 'Too late',
    code: 'otp_expired',
  })
  expect(refusalIn({ search: '?error=server_error', hash: '' })).toMatchObject({
    message: 'The sign-in was refused',
  })
  expect(refusalIn({ search: '?next=/explore', hash: '#list' })).toBeNull()
})

test('what happened is said in words for people', () => {
  expect(linkFailure(refusalIn({ search: '', hash: expired })).title).toBe('This link has expired')
  expect(linkFailure({ code: 'bad_oauth_state' }).title).toBe('This sign-in was begun elsewhere')
  const stayedAway = refusalIn({ search: '?error=access_denied&error_description=no', hash: '' })
  expect(linkFailure(stayedAway).description).toContain('You did not agree there')
  expect(linkFailure(new Error('You said no'))).toEqual({
    title: 'That sign-in did not work',
    description: 'You said no',
  })
})
