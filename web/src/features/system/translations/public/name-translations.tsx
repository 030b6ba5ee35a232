import { translationsContract } from '@atrium/contract/features/system/translations/translations.contract.ts'
import { Globe } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { PopupPanel } from '../../../../ui/popup-panel.tsx'
import { t } from '../../../../ui/texts.ts'

const NameLanguages = lazy(async () => ({ default: (await import('../name-languages.tsx')).NameLanguages }))

/** Beside a name in a form: opens what it is called in other languages. New rows have no name yet. */
export const NameTranslations = ({ name }: { name: string | undefined }) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayRead = useCan(translationsContract.name)
  if (!mayRead || name === undefined) return null
  return (
    <span className="field-aside">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('“{name}”的译文', { name })}
        onClick={() => setOpen(!isOpen)}
      >
        <Globe aria-hidden size={14} />
        {t('译文')}
      </button>
      {isOpen && (
        <PopupPanel title={t('“{name}”的译文', { name })} beside={button} onClose={() => setOpen(false)}>
          <Suspense fallback={<p className="field-aside-waiting">{t('加载中...')}</p>}>
            <NameLanguages name={name} />
          </Suspense>
        </PopupPanel>
      )}
    </span>
  )
}
