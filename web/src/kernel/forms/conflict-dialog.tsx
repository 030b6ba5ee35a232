import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../../ui/texts.ts'
import { differingFields, plainText } from './values.ts'
import './conflict-dialog.css'

type Values = Readonly<Record<string, unknown>>
/** Texts of values by field; a field without a formatter is shown as plain text. */
export type Formatters = Readonly<Record<string, ((value: unknown) => string) | undefined>>

type ConflictDialogProps = {
  mine: Values
  current: Values
  labels: Readonly<Record<string, string>>
  formatters: Formatters
  onUseMine: () => void
  onUseCurrent: () => void
  onClose: () => void
}

/** Shows both versions of a row that another user has changed meanwhile, and lets the user choose. */
export const ConflictDialog = ({
  mine,
  current,
  labels,
  formatters,
  onUseMine,
  onUseCurrent,
  onClose,
}: ConflictDialogProps) => {
  const fields = differingFields(Object.keys(labels), mine, current)
  const text = (field: string, value: unknown) => (formatters[field] ?? plainText)(value)
  return (
    <Dialog
      title={t('数据已被他人修改')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('返回编辑')}</Button>
          <Button onClick={onUseCurrent}>{t('使用最新')}</Button>
          <Button look="primary" onClick={onUseMine}>
            {t('使用我的')}
          </Button>
        </>
      }
    >
      <p>
        {fields.length > 0
          ? t('您编辑期间该数据已更新。请核对差异，再决定保留哪个版本。')
          : t('您编辑期间该数据已更新，但内容与您填写的相同。')}
      </p>
      {fields.length > 0 && (
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">{t('字段')}</th>
              <th scope="col">{t('我的')}</th>
              <th scope="col">{t('最新')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row">{labels[field]}</th>
                <td>{text(field, mine[field])}</td>
                <td>{text(field, current[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
