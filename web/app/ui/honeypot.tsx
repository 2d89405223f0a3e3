/** A hidden field that only bots fill in. Submissions with a value in it are spam. */
export function Honeypot() {
  return (
    <div aria-hidden className="absolute -left-[9999px]">
      <label>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
