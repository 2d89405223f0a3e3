/**
 * Tests that hold an endpoint to its promises, each as 'file > title' (without `.test.ts`): it does
 * its work; it refuses what is wrong, in the words clients know; and it withstands who means harm.
 */
export type Cases = {
  success: readonly string[]
  refusal: readonly string[]
  abuse: readonly string[]
}

/** Every endpoint and what is shown of it. `ledger.test.ts` finds every test named here. */
export const ledger: Record<string, Cases> = {
  'GET /health': {
    success: ['settings > the service says who it is'],
    refusal: ['settings > it is read, never written'],
    abuse: ['settings > it says nothing else, whatever is asked along'],
  },
  'GET /settings': {
    success: ['settings > everybody may ask what is open'],
    refusal: ['settings > it is read, never written'],
    abuse: ['settings > the answer follows the configuration, and tells no secret'],
  },
  'GET /.well-known/jwks.json': {
    success: [
      'tokens > access tokens are signed with a key of the published set, and the client verifies them',
      'tokens > the key set may be kept for ten minutes',
    ],
    refusal: [
      'tokens > with HS256 chosen tokens are signed with the shared secret, and no key is published',
    ],
    abuse: [
      'tokens > alg none',
      'tokens > the public key as a shared secret',
      'tokens > a key that comes with the token',
      'tokens > a token made for somebody else is refused',
    ],
  },
  'POST /signup': {
    success: [
      'sign-up > makes an account and signs in, with the data given',
      'sign-up-by-mail > nobody is signed in before the mail is answered, and then they are',
      'otp > signs up and in by number, and by number and password',
    ],
    refusal: [
      'sign-up > refuses %j',
      'sign-up > a closed instance says so',
      'otp > is refused where it is off, with a challenge, and over another channel',
    ],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'enumeration > %s is answered the same for every address',
      'enumeration > %s takes as long for every address',
      'captcha > %s without one is refused, and nobody is asked',
      'sign-up-by-mail > what a newcomer must not decide is passed over',
      'sign-up-by-mail > a taken address is answered in the shape of a new one, and its holder gets no mail',
      'sign-up-by-mail > whoever signs up again changes neither password nor data of who waits for the mail',
      'sign-up-by-mail > ten at once with one address are one account, and all are answered alike',
      'sign-up > what is nested without end is refused as damaged',
    ],
  },
  'POST /signup (anonymous)': {
    success: [
      'anonymous > is signed in, knowably without a name',
      'anonymous > stays the same person when given an address',
    ],
    refusal: ['anonymous > is refused where guests are not wanted, and where nobody may sign up'],
    abuse: [
      'rate-limits > guests without a name have an allowance of their own',
      'anonymous > cannot make itself somebody: role, claims and flags of the body are passed over',
    ],
  },
  'POST /token?grant_type=password': {
    success: ['sign-in > by address in any case and password'],
    refusal: ['sign-in > an unconfirmed and a banned account do not sign in'],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'enumeration > %s is answered the same for every address',
      'enumeration > %s takes as long for every address',
      'captcha > %s without one is refused, and nobody is asked',
      'guessing > from one address ends after a few, even with the right one, and starts again slowly',
      "guessing > a stranger's thousand tries from everywhere are nearly all refused, and keep the owner out of nothing",
      'sign-in > a wrong password and an unknown address get the same answer',
    ],
  },
  'POST /token?grant_type=refresh_token': {
    success: ['refresh > rotates the token and keeps the session'],
    refusal: [
      'refresh > an unknown token and one of another shape are told apart',
      'sweep-tokens > are then as unknown as any, and the session goes on',
    ],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'audit > a refresh token that was used before is theft, and told once',
      'refresh > an older token later on is theft: the whole family ends, and stays ended',
    ],
  },
  'POST /token?grant_type=pkce': {
    success: [
      'pkce > supabase-js asks, follows and exchanges',
      'pkce > %s ends in a session that says so',
    ],
    refusal: [
      'pkce > a code is void after five minutes, and unknown ones are',
      'pkce > whoever was banned meanwhile gets no session',
    ],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'pkce > no code redeems without its verifier, and a failed try takes it from nobody',
      'pkce > the code of a mail with a challenge is good once',
      'pkce > a link that was asked for with a challenge has no way around it',
      "pkce > a stranger's challenge does not get at the mail somebody asked for",
      'lock-order > exchanging a code',
    ],
  },
  'POST /token?grant_type=id_token': {
    success: [
      'id-token > signs in with the token an app has from its provider, again to the same account',
    ],
    refusal: [
      'id-token > a provider that is not configured is disabled',
      'id-token > links by a verified address alone',
    ],
    abuse: [
      'put-out > is not made by a token of the provider itself',
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'id-token > refuses a token that was changed after it was signed',
      'id-token > refuses a token that its provider has not signed: %s',
    ],
  },
  'POST /otp': {
    success: ['otp > makes an account for whoever is new, and signs in whoever is not'],
    refusal: [
      'otp > refuses %j',
      'otp > a client that signs nobody up is told so, as Supabase does',
    ],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'enumeration > %s is answered the same for every address',
      'enumeration > %s takes as long for every address',
      'captcha > %s without one is refused, and nobody is asked',
      'rate-limits > POST %s: nobody runs up a bill for texts',
      'otp > role, claims and flags of the body are passed over',
      'otp > a password that a stranger chose beforehand does not outlive the code',
      'otp > where nobody may sign up, the answer does not tell who has',
      'otp > mails to one address keep an interval, whether or not it has an account',
    ],
  },
  'POST /magiclink': {
    success: ['otp > /magiclink is the same by its former name'],
    refusal: ['otp > refuses %j'],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'enumeration > %s is answered the same for every address',
      'enumeration > %s takes as long for every address',
      'captcha > %s without one is refused, and nobody is asked',
      'verify-links > never to %s',
    ],
  },
  'POST /recover': {
    success: ['recover > a mail leads to a new one, and whoever knew the old one is out'],
    refusal: ['recover > is refused without an address, with a bad one, and with half a challenge'],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'enumeration > %s is answered the same for every address',
      'enumeration > %s takes as long for every address',
      'captcha > %s without one is refused, and nobody is asked',
      'rate-limits > no mailbox is filled, however many callers ask, whether or not there is an account',
      'recover > the answer does not tell who has an account',
      'recover > asking changes nothing: the password and the sessions of the account hold',
    ],
  },
  'POST /resend': {
    success: [
      'resend > to confirm an address, with a code in place of the former',
      'resend > to change an address, to both of them, and what one had answered is void',
    ],
    refusal: ['resend > refuses %j'],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'enumeration > %s is answered the same for every address',
      'enumeration > %s takes as long for every address',
      'captcha > %s without one is refused, and nobody is asked',
      'resend > the answer does not tell who waits for a mail, and nobody else gets one',
      'overtaken > a change of address that was ended meanwhile is not brought back by its mail',
    ],
  },
  'GET /verify': {
    success: ['verify-links > a link leads where it was asked to, when that is allowed'],
    refusal: ['verify-links > what is wrong is told in the fragment, and no session with it'],
    abuse: [
      'rate-limits > GET %s: one caller may ask three times',
      'verify-links > never to %s',
      'verify-links > looking at a link without opening it does not use it up',
      'verify-links > nobody keeps or passes on where it led',
    ],
  },
  'POST /verify': {
    success: ['verify > a code and a hash each sign in, by the names clients know'],
    refusal: [
      'verify > refuses %j',
      'verify > a code lives an hour, and a new one takes its place',
      'verify > a banned account stays out, and keeps its code for later',
    ],
    abuse: [
      'first-proof > is its holder’s alone after %s',
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'enumeration > %s is answered the same for every address',
      'enumeration > %s takes as long for every address',
      'verify > a code is used once, by code or by link, however many come at once',
      'verify > five wrong codes make it void, even the right one; the link in the mail still holds',
      'verify > asking for new codes buys no more than five codes of guesses a day',
      'verify > everybody gets a session of their own, whatever the request brings along',
      'verify > what is stored is neither code nor link, nor found from the six digits',
      'pending-changes > brings nobody back who was put out by %s',
    ],
  },
  'GET /user': {
    success: ['user > the signed-in person'],
    refusal: ['user > no token, or a header that holds none'],
    abuse: ['user > forged, expired, unsigned and foreign tokens are refused'],
  },
  'PUT /user': {
    success: [
      'user > data merges, and null removes a key',
      'update-user > a new address counts at once where neither is confirmed, without being proven',
      'update-user > in place of a proven address only a proven one counts',
      'update-user > an anonymous account becomes a whole one with an address',
      'change-identifier > both links together change it, in either order',
      'change-identifier > the code that was texted changes it; a wrong one and a taken number do not',
    ],
    refusal: [
      'user > the same or a weak password, a taken address and app_metadata are refused',
      'update-user > numbers are refused where they are off, bad addresses and taken ones anywhere',
      'update-user > somebody whose company signs them in changes nothing it decides',
      'update-user > a new password without the current one is refused, save after a code by mail',
    ],
    abuse: [
      'update-user > an address that nobody has proven moves with the current password, or soon after signing in',
      'update-user > what only the project may set is passed over, and app_metadata refused',
      'update-user > with a second factor, address and password need a session it raised',
      'update-user > a link on its way to the former address no longer opens the account',
      'update-user > nobody guesses the current password with a session they got at',
      'update-user > nobody reads the list of members by asking for one address after the other',
      'change-identifier > one link used twice does not stand for the other',
      'new-password > ends links of identities that were begun before it',
      'new-password > lets nobody in whose old password was being checked',
      'new-password > is no way to guess the current one, %s',
      'new-password > is kept from nobody by guesses at the current one in another session',
      'overtaken > a request changes nothing of %j',
      'reauthenticate > new codes bring no guesses beyond those of a day',
    ],
  },
  'GET /reauthenticate': {
    success: [
      'reauthenticate > the code that was mailed lets a long sign-in set a password',
      'reauthenticate > a code by itself shows that the address is theirs, and leaves everything as it was',
    ],
    refusal: [
      'reauthenticate > wrong, old and foreign codes are refused',
      'reauthenticate > an account that cannot be written to is refused, and so is nobody',
    ],
    abuse: [
      'reauthenticate > after five wrong codes the right one is void',
      'reauthenticate > a code used twice at once serves once',
    ],
  },
  'POST /logout': {
    success: [
      'logout > ends this session and its tokens at once',
      'logout > the project ends a session by its token',
    ],
    refusal: ['logout > an unknown scope is refused'],
    abuse: [
      'logout > nobody signs anybody else out',
      'new-password > as signing out does, %s',
      'pending-changes > brings nobody back who was put out by %s',
      'lock-order > signing out, %s',
    ],
  },
  'GET /authorize': {
    success: [
      'authorize > the address that the client makes leads to the provider, with state, nonce and PKCE',
    ],
    refusal: ['authorize > an unknown provider is refused: %j'],
    abuse: [
      'rate-limits > GET %s: one caller may ask three times',
      'authorize > a query cannot say what is ours to say to the provider',
    ],
  },
  'GET /callback': {
    success: [
      'callback > gets an account with what %s tells, and is signed in',
      'link-by-address > links by itself when both sides have proven it, and its owner is told',
    ],
    refusal: [
      'link-by-address > does not link when the provider has not verified it',
      'callback-refusals > a banned account is not opened',
    ],
    abuse: [
      'rate-limits > GET %s: one caller may ask three times',
      'callback-refusals > is good once: the same answer a second time is refused',
      'callback-refusals > a browser finishes only what it has begun itself',
      'callback-refusals > that proves nothing signs nobody in: %s',
      'link-by-address > who waits in an account with the address of somebody else is put out when its owner comes',
      'callback > never leads to a stranger: %s',
      'overtaken > an identity taken off meanwhile signs in to the account no longer',
      'overtaken > an address given up meanwhile leads to the account no longer',
      'put-out > is not finished, put out by %s',
      'put-out > is not finished, put out while the provider was asked',
    ],
  },
  'GET /user/identities/authorize': {
    success: [
      'identities > adds an identity to the account, whatever address it has, and tells its owner',
      'identities > makes an account of an anonymous one, which stays the same',
    ],
    refusal: ['identities > needs a signed-in person, and to be switched on'],
    abuse: [
      'identities > refuses an identity that is linked already, to oneself or to somebody else',
      'put-out > is not begun, put out while the provider was asked for its addresses',
    ],
  },
  'DELETE /user/identities/{id}': {
    success: ['identities > takes an identity off, which then signs in no longer'],
    refusal: ['identities > needs the second factor of an account that has one'],
    abuse: [
      'identities > refuses the last identity, also of two taken off at once',
      "identities > refuses somebody else's identity, an unknown one and what is none",
    ],
  },
  'POST /sso': {
    success: [
      'sso > the client is told where to go, by domain in any case or by id',
      'sso > our request names us and is signed with the key of our metadata',
      'sso > with a challenge, a code comes back that only its verifier opens',
    ],
    refusal: [
      'sso > unknown domains and ids, and a provider that is switched off',
      'sso > SAML is off, whatever else a request says',
    ],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'captcha > %s without one is refused, and nobody is asked',
      'sso > nobody is led to a place that is not on the list',
    ],
  },
  'GET /sso/saml/metadata': {
    success: ['sso > our metadata, in the browser and as a file'],
    refusal: ['sso > SAML is off, whatever else a request says'],
    abuse: ['sso > our metadata tell nothing of the private key, and no key for encryption'],
  },
  'POST /sso/saml/acs': {
    success: [
      'saml-acs > an account of the company, its session in the fragment',
      'saml-acs > a session ends when that of the provider does',
    ],
    refusal: [
      'saml-acs > a relay state that is unknown, used, no id or missing',
      'saml-acs > nobody to name, no address, and an address of another domain',
    ],
    abuse: [
      'rate-limits > POST %s: one caller may ask three times, another is served',
      'saml-signatures > none, and one of another key',
      'saml-signatures > wrapped, %s',
      'saml-signatures > two assertions that are both signed',
      'saml-signatures > by SHA-1',
      'saml-strays > conditions or audience left out',
      'saml-strays > an assertion that was used before',
      'saml-acs > a comment within a name does not cut it short',
      'saml-strays > a document type, with entities or without, and CDATA',
      'saml-strays > another browser than the one that began gets nothing',
    ],
  },
  'POST /factors': {
    success: [
      'factors > an app is given a secret, its address and a picture of it',
      'phone-factor > a number gets a code, which raises the session',
    ],
    refusal: [
      'factors > unknown kinds, keys of the browser, names given twice and an eleventh factor are refused',
      'factors > an anonymous person has no factors',
    ],
    abuse: [
      'factors > a password alone sets up no further factor, begun before the first one or after',
      'factors > many at once do not get past the limit',
    ],
  },
  'POST /factors/{id}/challenge': {
    success: ['challenge > a challenge says until when it waits'],
    refusal: [
      'challenge > no factor of this id, and no id at all, are told apart',
      'challenge > a challenge left too long is refused',
    ],
    abuse: [
      'phone-factor > whoever makes accounts to have texts sent is stopped where they call from',
      "challenge > somebody else's factor is as unknown as none",
      'challenge > a challenge is answered from where it was asked for',
      'challenge > whoever asks without end is stopped',
    ],
  },
  'POST /factors/{id}/verify': {
    success: [
      'factor-verify > raises the session, which stays the same',
      'factor-verify > holds through a refresh, and whoever missed the answer gets the same tokens',
      'factor-verify > ends the sessions below, and other factors that were only begun',
    ],
    refusal: [
      'factor-verify > a wrong code, one that is no longer or not yet shown, and none',
      'factor-verify > a challenge that is used up, of another factor, or made up',
    ],
    abuse: [
      'factors > whoever has shown neither address nor number to be theirs has no first factor',
      'factor-verify > a code that was seen over a shoulder does not count twice, nor does an older one',
      'factor-verify > one code given many times at once counts once',
      'factor-verify > guessing is stopped after five, and a new session or challenge guesses no further',
      'factors > a factor that was planted all the same raises no session',
      'pending-changes > brings nobody back who was put out by %s',
    ],
  },
  'DELETE /factors/{id}': {
    success: [
      'unenroll > giving the factor up lowers every session it raised',
      'unenroll > a factor that was only begun is given up as easily',
    ],
    refusal: ['unenroll > no factor of this id, and no id at all, are told apart'],
    abuse: [
      'unenroll > a password alone removes no factor, and nobody removes that of another',
      'unenroll > a token of before counts for what its session is now',
      'overtaken > a factor verified meanwhile is not given up by a session of the password alone',
    ],
  },
  'POST /factors/recovery-codes': {
    success: [
      'recovery-codes > a raised session is told ten codes once, and how many there are',
      'recovery-codes > new codes void the old ones, and all of them go with the last factor',
    ],
    refusal: [
      'recovery-codes > no code, a code where there is no factor, and codes for nobody are refused',
    ],
    abuse: [
      'recovery-codes > a password alone makes no codes',
      'recovery-codes > hashes alone, a mail to the owner and a line in the log',
    ],
  },
  'POST /factors/recovery': {
    success: ['recovery-codes > a code opens the way back, typed as people type'],
    refusal: [
      'recovery-codes > no code, a code where there is no factor, and codes for nobody are refused',
    ],
    abuse: [
      "recovery-codes > a code opens one account only, and once: somebody else's and a used one are wrong",
      'pending-changes > brings nobody back who was put out by %s',
      'recovery-codes > one code given twice at once counts once',
      'recovery-codes > whoever tries codes is stopped, and keeps the owner out of no other session',
    ],
  },
  'POST /invite': {
    success: [
      'invite > somebody comes in by the link, although sign-ups are closed, and sets a password',
    ],
    refusal: ['invite > a confirmed account and a bad address are refused'],
    abuse: [
      'invite > nobody but the project invites, and links lead nowhere else',
      'invite > signing up with an invited address gets nobody its account',
      'invite > whoever signed up with the address before gets nobody its account',
    ],
  },
  'POST /admin/generate_link': {
    success: [
      'generate-link > %s: the link, its hash and the typed code each open the account',
      'generate-link > both links of a change of address change it',
    ],
    refusal: ['generate-link > what cannot be is refused'],
    abuse: [
      'generate-link > no mail goes out, links lead nowhere else, and nobody but the project makes them',
      'generate-link > a link serves once, and a newer one makes it void',
    ],
  },
  'GET /admin/users': {
    success: ['admin-update-user > pages, newest first, with the total and the way to the next'],
    refusal: ['admin-update-user > %s is refused'],
    abuse: [
      'admin-update-user > nobody else reads them, nor one of them',
      'admin-update-user > no answer holds a password hash or a code',
    ],
  },
  'POST /admin/users': {
    success: [
      'admin-create-user > an account with everything that may be said of it',
      'admin-create-user > a hash of %s signs in',
    ],
    refusal: [
      'admin-create-user > %s is refused',
      'admin-create-user > a taken address, number or id is refused',
    ],
    abuse: [
      'admin-create-user > nobody else makes accounts, and no unknown key reaches the table',
      'admin-create-user > a hash too costly to check is refused, as it would hold everybody up',
    ],
  },
  'GET /admin/users/{id}': {
    success: ['admin-update-user > one account'],
    refusal: ['admin-update-user > an unknown one and what is no id are told apart'],
    abuse: ['admin-update-user > nobody else reads them, nor one of them'],
  },
  'PUT /admin/users/{id}': {
    success: [
      'admin-update-user > address, number, role and metadata are set at once',
      'admin-update-user > a ban holds at once, for as long as can be said, and is lifted',
    ],
    refusal: [
      'admin-update-user > a taken address, a weak password and an unknown account are refused',
    ],
    abuse: [
      'admin-update-user > nobody else changes an account, not even their own',
      'admin-update-user > a new password ends every session, and a link under way',
    ],
  },
  'DELETE /admin/users/{id}': {
    success: [
      'admin-delete-user > with the account goes all that hangs on it',
      'admin-delete-user > a soft deletion keeps the row and nothing of the person',
    ],
    refusal: ['admin-delete-user > an unknown account, what is no id and a bad body are refused'],
    abuse: [
      'admin-delete-user > nobody else deletes accounts, not even their own',
      'admin-delete-user > nothing brings a softly deleted account back',
    ],
  },
  'GET /admin/users/{id}/factors': {
    success: ['admin-factors > they are listed without their secrets'],
    refusal: ['admin-factors > unknown ones are refused'],
    abuse: ['admin-factors > nobody else sees or takes them, and not by another account’s address'],
  },
  'DELETE /admin/users/{id}/factors/{id}': {
    success: [
      'admin-factors > one is taken away, what it raised is lowered, and the owner is told',
    ],
    refusal: ['admin-factors > unknown ones are refused'],
    abuse: ['admin-factors > nobody else sees or takes them, and not by another account’s address'],
  },
  'GET /admin/sso/providers': {
    success: ['saml-admin > a provider by its metadata: made, listed, read, changed and removed'],
    refusal: ['saml-admin > nobody else is let in'],
    abuse: ['saml-admin > nobody else is let in'],
  },
  'POST /admin/sso/providers': {
    success: [
      'saml-admin > a provider by its metadata: made, listed, read, changed and removed',
      'saml-admin > a provider by OpenID Connect, whose secret is stored sealed and never shown',
    ],
    refusal: [
      'saml-admin > what is missing, unknown or taken',
      'saml-admin > metadata that cannot be used',
    ],
    abuse: [
      'saml-admin > nobody else is let in',
      'saml-admin > no address within our own network is fetched, nor any by redirect or in clear',
    ],
  },
  'GET /admin/sso/providers/{id}': {
    success: ['saml-admin > a provider by its metadata: made, listed, read, changed and removed'],
    refusal: ['saml-admin > what is missing, unknown or taken'],
    abuse: ['saml-admin > nobody else is let in'],
  },
  'PUT /admin/sso/providers/{id}': {
    success: [
      'saml-admin > a provider by its metadata: made, listed, read, changed and removed',
      'saml-admin > a provider by the address of its metadata, which may be renewed',
    ],
    refusal: ['saml-admin > what is missing, unknown or taken'],
    abuse: ['saml-admin > nobody else is let in'],
  },
  'DELETE /admin/sso/providers/{id}': {
    success: [
      'saml-admin > a provider by its metadata: made, listed, read, changed and removed',
      'saml-admin > a removed provider signs out whom it has signed in',
    ],
    refusal: ['saml-admin > what is missing, unknown or taken'],
    abuse: [
      'removed-company > signs nobody in by a code it has led to',
      'removed-company > signs nobody in who was on the way when it was %s',
      'saml-admin > nobody else is let in',
    ],
  },
}

/** Calls of @supabase/auth-js that are answered as unknown (404), each with the reason. */
export const left: Record<string, string> = {
  '/admin/oauth/clients': 'this server is no OAuth server for applications of others',
  '/admin/oauth/clients/x': 'as above',
  '/admin/oauth/clients/x/regenerate_secret': 'as above',
  '/oauth/authorizations/x': 'as above',
  '/user/oauth/grants': 'as above',
  '/admin/custom-providers': 'providers are set in the configuration, where their secrets are',
  '/admin/custom-providers/x': 'as above',
  '/admin/users/x/passkeys': 'second factors are apps and telephones; passkeys are not offered',
  '/passkeys': 'as above',
}
