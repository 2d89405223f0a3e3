import { Foundations } from './foundations.tsx'
import { Controls } from './controls.tsx'
import { Overlays } from './overlays.tsx'
import { Parts } from './parts.tsx'

export const meta = () => [{ title: 'Design · Hourspace' }, { name: 'robots', content: 'noindex' }]

/** Every component in every state; served in development only. */
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
