import type { KeyboardEventHandler, ReactNode } from 'react'

type KeyAreaProps = { className: string; onKeyDown: KeyboardEventHandler; children: ReactNode }

/** Listens to a key for all controls inside, which have their own keys too. */
export const KeyArea = ({ className, onKeyDown, children }: KeyAreaProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside are what is used
  <div className={className} onKeyDown={onKeyDown}>
    {children}
  </div>
)
