export type PaymentIntent = {
  id: string
  status: string
  amount: number
  currency: string
  client_secret: string
  next_action: { use_stripe_sdk?: { stripe_js: string }; redirect_to_url?: { url: string } } | null
}

type ApiResult<T> = { value: T; error?: undefined } | { value?: undefined; error: object }

const apiBase = new URL('v1/', (document.currentScript as HTMLScriptElement).src)

/** Calls the Stripe API. As in Stripe.js, API errors are returned and not thrown. */
export async function callApi<T>(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  params: object,
): Promise<ApiResult<T>> {
  const form = new URLSearchParams(formPairs(params))
  const url = new URL(path, apiBase)
  if (method === 'GET') url.search = form.toString()
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body: form }),
    })
    const body = (await response.json()) as { error?: object }
    return body.error ? { error: body.error } : { value: body as T }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

function formPairs(params: object, prefix = ''): [string, string][] {
  return Object.entries(params).flatMap(([key, value]): [string, string][] => {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? formPairs(value as object, name) : [[name, String(value)]]
  })
}
