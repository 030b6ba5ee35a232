import {
  type LanguageRow,
  translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { Plus } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { LanguageForm } from './language-form.tsx'
import { affectedReads } from './text-words.ts'
import './language-cards.css'

const { setLanguage } = translationsContract

/** Texts of the product and names together. */
const sum = ({ product, content }: LanguageRow) => ({
  texts: product.texts + content.texts,
  translated: product.translated + content.translated,
})
/** Only a whole language is 100%. */
const toPercent = (translated: number, texts: number) => (texts === 0 ? 100 : Math.floor((translated / texts) * 100))

type CardProps = { language: LanguageRow; isChosen: boolean; isPlatform: boolean; onChoose: () => void }

const OfferButton = ({ language: { tag, name, offered, version } }: { language: LanguageRow }) => {
  const write = useWrite(setLanguage, { invalidates: affectedReads })
  return (
    <Button
      look="link"
      loading={write.isPending}
      aria-label={offered ? t('停止提供{name}', { name }) : t('开放{name}', { name })}
      onClick={() => write.mutate({ body: { tag, offered: !offered, version } })}
    >
      {offered ? t('停止提供') : t('开放')}
    </Button>
  )
}

const LanguageCard = ({ language, isChosen, isPlatform, onChoose }: CardProps) => {
  const { texts, translated } = sum(language)
  const { tag, name, offered, written } = language
  const missing = texts - translated
  return (
    <li className="language-card" data-chosen={isChosen || undefined}>
      <button type="button" className="language-card-choose" aria-pressed={isChosen} onClick={onChoose}>
        <span className="language-card-name">{name}</span>
        <span className="language-card-tag">{tag}</span>
      </button>
      <span className="language-card-state">
        {tag === sourceLanguage && <Tag>{t('原文')}</Tag>}
        {!offered && <Tag tone="warn">{t('未开放')}</Tag>}
        {isPlatform && tag !== sourceLanguage && (
          <Can endpoint={setLanguage}>
            <OfferButton language={language} />
          </Can>
        )}
      </span>
      <ProgressBar label={t('{name}的翻译进度', { name })} done={translated} all={Math.max(1, texts)} />
      <span className="language-card-figures">
        <strong>{t('{percent}%', { percent: toPercent(translated, texts) })}</strong>
        <span>{missing > 0 ? t('未翻译 {missing}', { missing: numberText(missing) }) : t('已全部翻译')}</span>
        {written > 0 && <span>{t('已改写 {written}', { written: numberText(written) })}</span>}
      </span>
    </li>
  )
}

type CardsProps = {
  languages: readonly LanguageRow[]
  chosen: string
  isPlatform: boolean
  onChoose: (tag: string) => void
}

/** The languages with what is translated in them; one of them is chosen. */
export const LanguageCards = ({ languages, chosen, isPlatform, onChoose }: CardsProps) => {
  const [drawer, open] = useOverlay()
  return (
    <>
      <ul className="language-cards" aria-label={t('语言')}>
        {languages.map((language) => (
          <LanguageCard
            key={language.tag}
            language={language}
            isChosen={language.tag === chosen}
            isPlatform={isPlatform}
            onChoose={() => onChoose(language.tag)}
          />
        ))}
        {isPlatform && (
          <Can endpoint={setLanguage}>
            <li className="language-card-add">
              <Button
                look="quiet"
                icon={<Plus aria-hidden size={16} />}
                onClick={() => open((onClosed) => <LanguageForm onSaved={onChoose} onClosed={onClosed} />)}
              >
                {t('新增语言')}
              </Button>
            </li>
          </Can>
        )}
      </ul>
      {drawer}
    </>
  )
}
