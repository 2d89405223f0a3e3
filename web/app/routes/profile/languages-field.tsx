import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { languageName, languageOptions } from '#web/lib/languages.ts'
import { PlainField } from '#web/ui/plain-field.tsx'

/** Maximum number of languages, as in the constraint `profiles_languages_valid`. */
const mostLanguages = 12

const options = languageOptions()

export function LanguagesField(props: {
  languages: readonly string[]
  onChange: (languages: readonly string[]) => void
}) {
  const { languages, onChange } = props
  const [typed, setTyped] = useState('')
  const listId = useId()
  const field = useRef<HTMLDivElement>(null)
  const isFull = languages.length >= mostLanguages
  const known = (text: string) =>
    options.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())

  function type(text: string) {
    const option = known(text)
    // Adds a language as soon as its name is typed. If the name of another language begins with the
    // typed text, waits for Enter or blur.
    const isComplete = option && !options.some(({ name }) => isLonger(name, option.name))
    if (isComplete) add(option.tag)
    else setTyped(text)
  }

  function add(tag: string) {
    setTyped('')
    if (!languages.includes(tag) && !isFull) onChange([...languages, tag])
  }

  function remove(tag: string) {
    onChange(languages.filter((other) => other !== tag))
    // Focuses the search field, because the pressed button disappears.
    field.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={field} className="flex flex-col gap-3">
      <PlainField
        label="Languages"
        name="language"
        isOptional
        description={isFull ? `You can add up to ${mostLanguages} languages.` : 'Type to search.'}
        error={
          typed.trim() && !options.some(({ name }) => isLonger(name, typed.trim()) || known(typed))
            ? 'This language is not in the list. Please choose one from the list'
            : undefined
        }
      >
        {(control) => (
          <input
            {...control}
            list={listId}
            value={typed}
            disabled={isFull}
            placeholder="German"
            autoComplete="off"
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => {
              const option = event.key === 'Enter' ? known(typed) : undefined
              if (event.key === 'Enter' && typed) event.preventDefault()
              if (option) add(option.tag)
            }}
            onBlur={() => {
              const option = known(typed)
              if (option) add(option.tag)
            }}
          />
        )}
      </PlainField>
      <datalist id={listId}>
        {options
          .filter(({ tag }) => !languages.includes(tag))
          .map(({ tag, name }) => (
            <option key={tag}>{name}</option>
          ))}
      </datalist>
      {languages.length > 0 && (
        <ul aria-label="Your languages" className="flex flex-wrap gap-2">
          {languages.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Remove ${languageName(tag)}`}
                onClick={() => remove(tag)}
                className="inline-flex min-h-11 items-center gap-2 rounded-full bg-sunken pr-3 pl-4 hover:bg-accent-soft"
              >
                {languageName(tag)}
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const isLonger = (name: string, start: string) =>
  name.length > start.length && name.toLowerCase().startsWith(start.toLowerCase())
