import './language-select.css'
import { chooseLanguage, languages } from './languages.ts'
import { PlainIcon } from './plain-icon.tsx'
import { pageLanguage, t } from './texts.ts'

/** The language of the page, to choose another. Nothing where there is but one. */
export const LanguageSelect = ({ onChoose = chooseLanguage }: { onChoose?: (tag: string) => void }) =>
  languages.length > 1 && (
    <span className="language-select">
      <PlainIcon name="globe" size={14} />
      <select aria-label={t('语言')} value={pageLanguage} onChange={({ target }) => onChoose(target.value)}>
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
