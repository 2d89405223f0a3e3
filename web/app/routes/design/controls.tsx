import { Heart, Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PlainInput, PlainSelect, PlainTextArea } from '#web/ui/plain-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Row, Sample } from './sample.tsx'

const kinds = [
  { id: 'studio', label: 'Studio' },
  { id: 'venue', label: 'Event venue' },
  { id: 'office', label: 'Office' },
]

export function Controls() {
  const [kind, setKind] = useState<string | null>('studio')
  const [date, setDate] = useState<string | null>('2026-12-01')
  const [people, setPeople] = useState(1)
  const [files, setFiles] = useState<string[]>([])
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('123')
  return (
    <>
      <Sample title="Buttons">
        <Row>
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Danger</Button>
          <LinkButton to="/explore" variant="secondary">
            Link
          </LinkButton>
          <IconButton icon={Heart} label="Keep" />
        </Row>
        <Row>
          <Button size="small">Small</Button>
          <Button size="large">Large</Button>
          <Button isDisabled>Disabled</Button>
          <Button isPending pendingText="Processing...">
            Pay €50.60
          </Button>
          <Button variant="danger" isDisabled>
            Disabled danger
          </Button>
          <IconButton icon={Heart} label="Keep, not possible" isDisabled />
          <FileButton variant="secondary" size="small" accept={['image/*']} onFile={() => {}}>
            Choose a file
          </FileButton>
        </Row>
        <Button wide variant="secondary">
          Wide
        </Button>
      </Sample>
      <Sample title="Fields">
        <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
          <TextField
            label="Title"
            placeholder="Sunlit loft"
            description="What guests read first."
          />
          <TextField label="Title" defaultValue="x" errorMessage="Please enter a title" />
          <TextField label="Title" defaultValue="Cannot be changed" isDisabled />
          <TextField label="Email" defaultValue="maya@hourspace.demo" isReadOnly />
          <TextField label="Guests" icon={Users} placeholder="With an icon" />
          <TextField label="Without a visible label" hideLabel placeholder="Hidden label" />
          <NativeSelect label="Space type" options={kinds} />
          <NativeSelect label="Space type, not to be chosen" options={kinds} disabled />
          <SearchField
            label="Search spaces"
            placeholder="Search by location, country, or title..."
          />
          <DatePicker label="Date" value={date} onChange={setDate} min="2026-11-21" />
          <DatePicker
            label="Date"
            value={null}
            onChange={setDate}
            errorMessage="Please select a date"
          />
          <NumberStepper
            label="People"
            value={people}
            min={1}
            max={18}
            onChange={setPeople}
            hint="Up to 18 people"
          />
          <PlainInput
            label="Subject"
            name="subject"
            description="The browser’s own control"
            isOptional
          />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            description="With a button that shows what was typed"
          />
          <CodeField label="Code" value={code} onChange={setCode} error="This code is wrong" />
          <PlainInput label="Message" name="message" error="Please write a message" />
          <PlainSelect
            label="Type"
            name="type"
            options={kinds}
            error="Please choose a space type"
          />
          <RadioCards
            legend="Space type"
            name="kind"
            options={kinds}
            value={kind ?? undefined}
            onValue={setKind}
            error={undefined}
          />
          <PlainTextArea
            label="Description"
            name="description"
            error="Please describe the space"
            rows={3}
          />
        </div>
        <FileDrop
          label="Add photos"
          hint={files.length ? files.join(', ') : 'JPEG, PNG or WebP'}
          accept={['image/*']}
          multiple
          onFiles={(given) => setFiles(given.map((file) => file.name))}
        />
      </Sample>
      <Sample title="Choices">
        <FilterChips name="filter" label="Type" options={kinds} value={kind} onChange={setKind} />
        <FilterChips
          name="filter"
          label="Type, none chosen"
          options={kinds}
          value={null}
          onChange={setKind}
        />
        <Row>
          <Switch defaultChecked>Available</Switch>
          <Switch>Off</Switch>
          <Switch disabled>Disabled</Switch>
          <Switch disabled defaultChecked>
            Disabled, on
          </Switch>
        </Row>
      </Sample>
    </>
  )
}
