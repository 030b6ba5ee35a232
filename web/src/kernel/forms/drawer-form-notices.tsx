import { t } from '../../ui/texts.ts'
import './drawer-form.css'
import { Button } from '../../ui/button.tsx'

/** Says that a draft was restored, and offers to discard it. */
export const DraftNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <div role="status" className="drawer-form-draft">
    <span>{t('已恢复上次未保存的内容')}</span>
    <Button onClick={onDiscard}>{t('放弃')}</Button>
  </div>
)

/** Problems that belong to no field of the form. */
export const GeneralProblems = ({ messages }: { messages: readonly string[] }) =>
  messages.length > 0 && (
    <ul role="alert" className="drawer-form-problems">
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
