import { company } from '@hourspace/domain/company.ts'
import { Logo, Mark } from '#web/features/shell/logo.tsx'
import { Controls } from './controls.tsx'
import { Overlays } from './overlays.tsx'
import { Parts } from './parts.tsx'
import { Row, Sample } from './sample.tsx'

export const meta = () => [
  { title: `Design · ${company.name}` },
  { name: 'robots', content: 'noindex' },
]

/** Page with samples of the UI components, for development only. */
export default function Design() {
  return (
    <div className="page flex flex-col gap-14 py-12">
      <h1 className="text-4xl">Design</h1>
      <Foundations />
      <Controls />
      <Parts />
      <Overlays />
    </div>
  )
}

const swatches = (
  'bg-canvas bg-surface bg-raised bg-sunken bg-line bg-control bg-ink bg-ink-soft bg-ink-faint ' +
  'bg-accent bg-accent-soft bg-accent-ink bg-lamp bg-success bg-success-soft bg-caution ' +
  'bg-caution-soft bg-danger bg-danger-soft bg-notice bg-notice-soft'
).split(' ')

const sizes = 'text-4xl text-3xl text-2xl text-xl text-lg text-base text-sm text-xs'.split(' ')

function Foundations() {
  return (
    <>
      <Sample title="Logo">
        <Row>
          <Mark className="h-20 w-auto" />
          <Logo />
          <img src="/favicon.svg" alt="" width={64} height={64} />
          <img src="/favicon.svg" alt="" width={16} height={16} />
        </Row>
      </Sample>
      <Sample title="Color">
        <Row>
          {swatches.map((swatch) => (
            <div key={swatch} className="text-xs text-ink-faint">
              <div className={`h-14 w-24 rounded-control border border-line ${swatch}`} />
              {swatch.slice(3)}
            </div>
          ))}
        </Row>
      </Sample>
      <Sample title="Type">
        {sizes.map((size, index) => (
          <p key={size} className={`${size} ${index < 4 ? 'font-display font-semibold' : ''}`}>
            A north-lit studio in Kyoto, ¥8,000/hr
          </p>
        ))}
      </Sample>
    </>
  )
}
