import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { Option } from '#web/ui/option.ts'
import { SearchField } from '#web/ui/search-field.tsx'

const bare = 'border-transparent hover:border-transparent'

/** The search that opens the explore page. `types` are the kinds of space by name. */
export function HeroSearch({ types }: { types: readonly Option[] }) {
  return (
    <search className="page">
      <Form
        action={paths.explore()}
        className="flex flex-col gap-1 rounded-card border border-line bg-surface p-2 shadow-raised md:flex-row md:items-center md:gap-2"
      >
        <SearchField
          name="q"
          label="Search by location, country, or title"
          placeholder="Tokyo, rooftop, France…"
          maxLength={120}
          autoComplete="off"
          className={bare}
        />
        <span aria-hidden className="mx-2 h-px bg-line md:mx-0 md:h-7 md:w-px" />
        <NativeSelect
          name="type"
          label="Kind of space"
          options={[{ id: '', label: 'Any kind of space' }, ...types]}
          className={`${bare} md:max-w-64`}
        />
        <Button type="submit" className="md:px-8">
          <Search aria-hidden className="size-5" />
          Search
        </Button>
      </Form>
    </search>
  )
}
