import { Search } from 'lucide-react'
import { lazy, Suspense, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useKeys } from '../../kernel/listing/use-keys.ts'
import { t } from '../../ui/texts.ts'
import { useOverlay } from '../../ui/use-overlay.tsx'
import type { ShellSession } from '../shell-session.ts'
import './palette-hint.css'

const PaletteView = lazy(async () => ({ default: (await import('../palette-view.tsx')).PaletteView }))
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the command palette by its key or by a press, and the help on keys. Both are loaded when first opened. */
export const PaletteHint = ({ session }: { session: ShellSession }) => {
  const [{ open, loads }, setState] = useState({ open: false, loads: false })
  const [help, openHelp] = useOverlay()
  const show = () => setState({ open: true, loads: true })
  const close = () => setState({ open: false, loads: true })
  const showHelp = () => {
    setState((now) => ({ ...now, open: false }))
    openHelp((onClosed) => <KeyHelp onClosed={onClosed} />)
  }
  useKeys({ '?': showHelp })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (open) close()
    else show()
  })
  // Before the first paint: a key pressed as soon as the hint shows must open the palette.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        className="palette-hint"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={show}
      >
        <Search size={16} aria-hidden="true" />
        <span>{t('搜索或输入操作')}</span>
        <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <Suspense>
        {loads && <PaletteView session={session} open={open} onHelp={showHelp} onClose={close} />}
        {help}
      </Suspense>
    </>
  )
}
