import { Headquarters } from './headquarters.tsx'
import { Promises } from './promises.tsx'
import { SuccessStories } from './success-stories.tsx'

/** What the home page says after its spaces. */
export function Closing() {
  return (
    <>
      <Promises />
      <Headquarters />
      <SuccessStories />
    </>
  )
}
