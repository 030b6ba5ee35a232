import type { ClaimMapping, ClaimSource } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import { Plus, X } from 'lucide-react'
import { Field } from '../../../kernel/forms/fields.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { LineInput } from '../../../ui/line-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { toOptions } from '../open-apis/public/open-words.ts'
import { claimSourceNames } from './oidc-words.ts'
import { useClaimFields } from './use-claim-fields.ts'
import './oidc.css'

const fresh: ClaimMapping = { name: '', from: 'roleNames' }

type LineProps = {
  claim: ClaimMapping
  at: number
  sources: ReturnType<typeof toOptions>
  onChange: (claim: ClaimMapping) => void
  onRemove: () => void
}
const ClaimLine = ({ claim, at, sources, onChange, onRemove }: LineProps) => (
  <li className="oidc-claim">
    <LineInput
      aria-label={t('声明 {at} 的名称', { at: at + 1 })}
      placeholder={t('例如 groups')}
      value={claim.name}
      onChange={(name) => onChange({ ...claim, name })}
    />
    <Select
      aria-label={t('声明 {at} 的内容', { at: at + 1 })}
      options={sources}
      value={claim.from}
      onChange={(from) => onChange({ ...claim, from: from as ClaimSource })}
    />
    <Button
      look="link"
      aria-label={t('移除声明 {at}', { at: at + 1 })}
      icon={<X aria-hidden size={16} />}
      onClick={onRemove}
    />
  </li>
)

const ClaimsControl = ({ value = [], onChange }: Control<readonly ClaimMapping[]>) => {
  const sources = toOptions({ ...claimSourceNames, ...useClaimFields() })
  return (
    <>
      <ul className="oidc-claims" aria-label={t('自定义声明')}>
        {Object.entries(value).map(([line, claim]) => (
          <ClaimLine
            // A line is what stands at its place.
            key={line}
            claim={claim}
            sources={sources}
            at={Number(line)}
            onChange={(next) => onChange?.(value.toSpliced(Number(line), 1, next))}
            onRemove={() => onChange?.(value.toSpliced(Number(line), 1))}
          />
        ))}
      </ul>
      <Button look="link" icon={<Plus aria-hidden size={16} />} onClick={() => onChange?.([...value, fresh])}>
        {t('添加声明')}
      </Button>
    </>
  )
}

/** Form field `claims`: what claims of the application's own are called, and what fills them. */
export const ClaimsField = ({ help }: { help: string }) => (
  <Field<{ claims: readonly ClaimMapping[] }> name="claims" help={help}>
    <ClaimsControl />
  </Field>
)
