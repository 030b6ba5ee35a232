import { copyText } from './copy-text.ts'
import { t } from './texts.ts'
import './toast.css'

type Kind = 'success' | 'error' | 'warning'
type ToastOptions = {
  /** Secondary line, such as a trace id. */
  detail?: string
  /** Text that a click on that line copies. */
  copyText?: string
  /** Related action, such as an explanation. */
  action?: { text: string; run: () => void }
  seconds?: number
}

const maxToasts = 3
const marks: Record<Kind, string> = { success: '✓', error: '!', warning: '!' }
const leaveMs = 200

let region: HTMLElement | undefined

/** Created once, so that screen readers know the live regions before they have content. */
const regionOnPage = (): HTMLElement => {
  if (region) return region
  region = document.createElement('div')
  region.className = 'toasts'
  // A popover is in the top layer: toasts appear above dialogs.
  region.popover = 'manual'
  for (const [politeness, role] of [
    ['polite', 'status'],
    ['assertive', 'alert'],
  ] as const) {
    const list = document.createElement('div')
    list.className = 'toasts-list'
    list.setAttribute('aria-live', politeness)
    list.setAttribute('role', role)
    region.append(list)
  }
  document.body.append(region)
  return region
}

const raise = (element: HTMLElement) => {
  if (element.matches(':popover-open')) element.hidePopover()
  element.showPopover()
}

const remove = (element: Element) => {
  element.classList.add('toast-leaving')
  setTimeout(() => element.remove(), leaveMs)
}
/** Removes a toast after some time, which does not pass while it has the pointer or the focus. */
const removeLater = (element: Element, ms: number) => {
  let timer = setTimeout(remove, ms, element)
  const hold = () => clearTimeout(timer)
  const release = () => {
    hold()
    timer = setTimeout(remove, ms, element)
  }
  for (const event of ['pointerenter', 'focusin']) element.addEventListener(event, hold)
  for (const event of ['pointerleave', 'focusout']) element.addEventListener(event, release)
}

const copyLine = (text: string): HTMLElement => {
  const line = document.createElement('button')
  line.type = 'button'
  line.title = t('点击复制')
  line.addEventListener('click', async () => {
    if (await copyText(text)) line.textContent = t('已复制')
  })
  return line
}
const actionLine = ({ text, run }: NonNullable<ToastOptions['action']>, toast: HTMLElement): HTMLElement => {
  const line = document.createElement('button')
  line.type = 'button'
  line.className = 'toast-detail'
  line.textContent = text
  line.addEventListener('click', () => {
    remove(toast)
    run()
  })
  return line
}
const buildElement = (
  kind: Kind,
  text: string,
  { detail, copyText: textToCopy, action }: ToastOptions,
): HTMLElement => {
  const element = document.createElement('div')
  element.className = `toast toast-${kind}`
  const mark = document.createElement('span')
  mark.className = 'toast-mark'
  mark.setAttribute('aria-hidden', 'true')
  mark.textContent = marks[kind]
  const words = document.createElement('span')
  words.className = 'toast-text'
  words.textContent = text
  element.append(mark, words)
  if (detail) {
    const line = textToCopy ? copyLine(textToCopy) : document.createElement('span')
    line.className = 'toast-detail'
    line.textContent = detail
    element.append(line)
  }
  if (action) element.append(actionLine(action, element))
  return element
}

const show = (kind: Kind, text: string, options: ToastOptions = {}) => {
  const { seconds = 2 } = options
  const host = regionOnPage()
  const shown = [...host.querySelectorAll('.toast:not(.toast-leaving)')]
  // Calls that fail for the same reason share one toast.
  for (const each of shown) if (each.querySelector('.toast-text')?.textContent === text) each.remove()
  for (const oldest of shown.slice(0, Math.max(0, shown.length - maxToasts + 1))) oldest.remove()
  const element = buildElement(kind, text, options)
  host.querySelector(kind === 'error' ? '[role=alert]' : '[role=status]')?.append(element)
  raise(host)
  removeLater(element, seconds * 1000)
}

/** Short message at the top of the page, read by screen readers, shown for two seconds. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
}
