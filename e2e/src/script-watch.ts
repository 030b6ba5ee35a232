import type { Page } from '@playwright/test'

declare global {
  interface Window {
    noteFault?: (fault: string) => void
  }
}

/** Requests that last as long as the page. */
const endless = /\/console\/events\/v1/

/** Notes what a hostile text does in a page: dialogs, windows, requests to elsewhere, violations, errors. */
export const watchPage = async (page: Page, origin: string) => {
  const faults: string[] = []
  const pending = new Set<object>()
  const note = (fault: string) => void faults.push(`${fault.slice(0, 300)} at ${page.url().slice(0, 200)}`)
  page.on('dialog', (dialog) => {
    note(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => note(`popup ${popup.url()}`))
  page.on('pageerror', ({ message }) => note(`error ${message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (/^https?:/.test(url) && new URL(url).origin !== origin) note(`request ${url}`)
    if (!endless.test(url)) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  await page.exposeFunction('noteFault', note)
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      window.noteFault?.(`violation ${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  return {
    /** What was seen since the last call. */
    takeFaults: () => faults.splice(0),
    note,
    /** Waits until a page is drawn and nothing was on the way for a moment. */
    async settle() {
      await page.locator('main, .entrance').first().waitFor()
      const busy = page.locator('[aria-busy=true]:visible')
      for (let quiet = 0, tries = 0; quiet < 3 && tries < 100; tries += 1) {
        await page.waitForTimeout(80)
        quiet = pending.size === 0 && (await busy.count()) === 0 ? quiet + 1 : 0
      }
    },
  }
}
export type Watch = Awaited<ReturnType<typeof watchPage>>

/** What a page shows as text, and what in it the console would never put there. */
export const lookAt = async (page: Page) => {
  const { typed, foreign } = await page.evaluate(() => {
    const addresses = new Set([
      'href',
      'src',
      'action',
      'formaction',
      'data',
      'xlink:href',
      'poster',
      'background',
      'ping',
    ])
    const schemes = /^(?:https?|mailto|tel|blob|otpauth):/i
    const runnable = /^(?:javascript|vbscript|data:(?!image\/(?:png|jpeg|gif|webp);))/i
    const never =
      'object,embed,applet,base,frame,frameset,portal,fencedframe,marquee,meta[http-equiv],[srcdoc],math,xmp,plaintext,noembed,bgsound,template'
    const foreign: string[] = []
    const add = (what: string, element: Element) => foreign.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
    for (const element of document.querySelectorAll(never)) add('element', element)
    for (const script of document.scripts)
      if (script.id !== 'answers' && !script.src.startsWith(`${location.origin}/console/assets/`)) add('script', script)
    if (document.querySelectorAll('#root').length !== 1) foreign.push('another #root')
    for (const element of document.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) add('handler', element)
        if (!addresses.has(name)) continue
        // A browser ignores these letters in an address.
        const address = [...value].filter((letter) => letter.charCodeAt(0) > 32).join('')
        if (runnable.test(address)) add('address', element)
        if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !schemes.test(address) && !address.startsWith('data:'))
          add('scheme', element)
      }
    const typed = [...document.querySelectorAll('input,textarea')]
      .filter((input) => input.checkVisibility())
      .map((input) => (input as HTMLInputElement).value)
    return { typed: [document.title, ...typed], foreign }
  })
  // The sidebar and the bar above are on every page of the console.
  const isConsole = (await page.locator('#content').count()) > 0
  const parts = page.locator(isConsole ? '#content, [role=dialog], [role=menu], [role=listbox]' : 'body')
  return { text: [...typed, ...(await parts.allInnerTexts())].join('\n'), foreign }
}
