import { createHash } from 'node:crypto'
import type { PublicEnvironment } from './data/environment.ts'

/**
 * Hosts that Stripe.js requires (https://docs.stripe.com/security/guide#content-security-policy).
 */
const stripe = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  /** Origins of the frames that open Apple Pay and Google Pay. */
  payment: ' "https://js.stripe.com" "https://*.js.stripe.com"',
}

/**
 * Hosts of both supported CAPTCHA providers, because the backend determines at run time which
 * provider is used.
 */
const captcha = 'https://challenges.cloudflare.com https://hcaptcha.com https://*.hcaptcha.com'

/**
 * Matches inline scripts that browsers run, including the module that `DeferredScripts` renders.
 */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g

/** Returns the security headers of a page. They allow the page's inline scripts by hash. */
export function securityHeaders(
  html: string,
  environment: PublicEnvironment | null,
): Record<string, string> {
  const hashes = [...html.matchAll(inlineScript)].map(([, source = '']) => {
    const hash = createHash('sha256').update(source).digest('base64')
    return `'sha256-${hash}'`
  })
  const siteUrl = environment?.siteUrl ?? ''
  const api = environment?.supabaseUrl.startsWith('http')
    ? new URL(environment.supabaseUrl).origin
    : siteUrl
  const sentry = environment?.monitoring ? new URL(environment.monitoring.dsn).origin : ''
  const map = environment?.map
  const mapHosts = map ? [new URL(map.styleUrl).origin, ...map.hosts] : []
  const hasStripe = environment?.stripePublishableKey && !environment.stripeSandbox
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", captcha, hasStripe && stripe.script, ...new Set(hashes)],
    'style-src': ["'self'", "'unsafe-inline'", captcha],
    'img-src': ["'self'", 'data:', 'blob:', api, ...mapHosts],
    'connect-src': [
      "'self'",
      api,
      api.replace(/^http/, 'ws'),
      sentry,
      ...mapHosts,
      captcha,
      hasStripe && stripe.connect,
    ],
    'frame-src': ["'self'", captcha, hasStripe && stripe.frame],
    // Allows `blob:`, because Sentry compresses replays in a worker that it creates from a blob.
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return {
    'Content-Security-Policy': Object.entries(directives)
      .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(' '))
      .join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Permissions-Policy': `camera=(), geolocation=(), microphone=(), payment=(self${hasStripe ? stripe.payment : ''})`,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(siteUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  }
}
