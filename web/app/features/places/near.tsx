import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Renders `children` once the box is near the viewport. Until then, the box is empty. */
export function WhenNear({ children, className }: { children: ReactNode; className: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '300px' },
    )
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className={className}>
      {isNear && children}
    </div>
  )
}
