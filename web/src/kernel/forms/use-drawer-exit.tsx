import { useState } from 'react'
import { useConfirm } from '../../ui/confirm.tsx'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { discardQuestion } from './discard-question.ts'
import { useUnloadGuard } from './use-unload-guard.ts'

/** Both are required, so that callers cannot forget them. */
type Guard = { busy: boolean; isDirty: boolean }
type ExitQuestion = { title: string; body: string; confirm: string; cancel?: string }
const unsaved: ExitQuestion = { ...discardQuestion(), cancel: t('返回') }

/**
 * Closing of a drawer: refused while a task runs, confirmed if changes would be lost. The tab asks as well before it is
 * left with any.
 */
export const useDrawerExit = ({ busy, isDirty }: Guard, exitQuestion: ExitQuestion | undefined = unsaved) => {
  const [open, setOpen] = useState(true)
  const [ask, question] = useConfirm()
  useUnloadGuard(() => open && isDirty)
  const close = () => setOpen(false)
  const tryClose = () => {
    if (busy) return toast.warning(t('有任务正在执行中'))
    if (!isDirty) return close()
    ask({ cancel: t('返回'), ...exitQuestion, danger: true, run: close })
  }
  return { open, close, tryClose, question }
}
export type DrawerExit = ReturnType<typeof useDrawerExit>
