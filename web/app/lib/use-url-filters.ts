import { useSearchParams } from 'react-router'
import { useSearchText } from './use-search-text.ts'

/**
 * The search text and the filters of a list. The URL holds the text as `q`, and each filter under
 * its name. Changing a filter adds a history entry unless `replace` is set. Typing adds none.
 */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const field = useSearchText(search, (words) => change('q', words, true))

  function change(name: string, value: string | null, replace = false) {
    // Reads the current URL, because the previous choice may not be rendered yet.
    const after = new URLSearchParams(location.search)
    if (value) after.set(name, value)
    else after.delete(name)
    setParams(after, { replace, preventScrollReset: true })
  }

  return { search, params, field, change }
}
