import { t } from './texts.ts'
import './password-meter.css'

type Props = {
  id: string
  /** The rules as one sentence. */
  label: string
  rules: readonly { text: string; met: boolean }[]
  strength: { level: 0 | 1 | 2 | 3; text: string }
}

/** Strength of a new password, and its rules with a tick for each one met. */
export const PasswordMeter = ({ id, label, rules, strength }: Props) => (
  <div className="password-meter">
    <div className="password-strength" data-level={strength.level}>
      <span className="password-strength-bar" aria-hidden="true" />
      <span role="status">{strength.text && t('密码强度：{text}', { text: strength.text })}</span>
    </div>
    <ul className="password-rules" id={id} aria-label={label}>
      {rules.map(({ text, met }) => (
        <li key={text} data-met={met}>
          {text}
          <span className="visually-hidden">{met ? t('（已满足）') : t('（未满足）')}</span>
        </li>
      ))}
    </ul>
  </div>
)
