import { useState } from 'react'
import { Button } from './button.tsx'
import { t } from './texts.ts'

/** A contact, masked until it is asked for. `what`: its name, for assistive technology. */
export const MaskedText = ({ what, masked, full }: { what: string; masked: string; full: string }) => {
  const [isShown, setIsShown] = useState(false)
  if (masked === full) return full
  return (
    <>
      {isShown ? full : masked}{' '}
      <Button look="link" aria-label={`${isShown ? t('隐藏') : t('显示')}${what}`} onClick={() => setIsShown(!isShown)}>
        {isShown ? t('隐藏') : t('显示')}
      </Button>
    </>
  )
}
