/** A quiet room, for a space that has no picture. */
export function SpacePlaceholder({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 300 200"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <rect width="300" height="148" className="fill-accent-soft" />
      <rect y="148" width="300" height="52" className="fill-sunken" />
      <path d="M0 148h300" className="stroke-line" strokeWidth="2" />
      <g className="fill-surface stroke-line" strokeWidth="2">
        <rect x="40" y="30" width="74" height="84" rx="3" />
        <path d="M77 30v84M40 70h74" fill="none" />
      </g>
      <path d="m58 200 44-52h60l24 52z" className="fill-lamp/20" />
      <g className="fill-accent/25">
        <rect x="142" y="120" width="98" height="26" rx="8" />
        <rect x="150" y="98" width="82" height="28" rx="8" />
        <path d="M150 146h6v12h-6zM226 146h6v12h-6z" />
      </g>
      <g className="stroke-ink-faint" strokeWidth="2" fill="none">
        <path d="M262 158V76M252 158h20" />
      </g>
      <path d="M250 76h24l-6-22h-12z" className="fill-lamp/70" />
      <path d="m250 76-16 82h56l-16-82z" className="fill-lamp/10" />
    </svg>
  )
}
