/**
 * Tests that hold an endpoint to its promises, each as 'file > title' (without `.test.ts`): it does
 * its work; it refuses what is wrong, in the words clients know; and it withstands who means harm.
 */
export type Cases = {
  success: readonly string[]
  refusal: readonly string[]
  abuse: readonly string[]
}

/** Every endpoint and what is shown of it; null is yet to come. `ledger.test.ts` finds every test named here. */
export const ledger: Record<string, Cases | null> = {
  'GET /health': null,
  'GET /settings': null,
  'GET /.well-known/jwks.json': null,
  'POST /signup': null,
  'POST /signup (anonymous)': null,
  'POST /token?grant_type=password': {
    success: ['sign-in > by address in any case and password'],
    refusal: ['sign-in > an unconfirmed and a banned account do not sign in'],
    abuse: ['sign-in > a wrong password and an unknown address get the same answer'],
  },
  'POST /token?grant_type=refresh_token': {
    success: ['refresh > rotates the token and keeps the session'],
    refusal: ['refresh > an unknown token and one of another shape are told apart'],
    abuse: ['refresh > an older token later on is theft: the whole family ends, and stays ended'],
  },
  'POST /token?grant_type=pkce': null,
  'POST /token?grant_type=id_token': null,
  'POST /otp': null,
  'POST /magiclink': null,
  'POST /recover': null,
  'POST /resend': null,
  'GET /verify': null,
  'POST /verify': null,
  'GET /user': {
    success: ['user > the signed-in person'],
    refusal: ['user > no token, or a header that holds none'],
    abuse: ['user > forged, expired, unsigned and foreign tokens are refused'],
  },
  'PUT /user': null,
  'GET /reauthenticate': null,
  'POST /logout': null,
  'GET /authorize': null,
  'GET /callback': null,
  'GET /user/identities/authorize': null,
  'DELETE /user/identities/{id}': null,
  'POST /sso': null,
  'GET /sso/saml/metadata': null,
  'POST /sso/saml/acs': null,
  'POST /factors': null,
  'POST /factors/{id}/challenge': null,
  'POST /factors/{id}/verify': null,
  'DELETE /factors/{id}': null,
  'POST /invite': null,
  'POST /admin/generate_link': null,
  'GET /admin/users': null,
  'POST /admin/users': null,
  'GET /admin/users/{id}': null,
  'PUT /admin/users/{id}': null,
  'DELETE /admin/users/{id}': null,
  'GET /admin/users/{id}/factors': null,
  'DELETE /admin/users/{id}/factors/{id}': null,
}
