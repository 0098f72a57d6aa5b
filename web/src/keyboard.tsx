/** Keys that work everywhere, and the list of them. */
import { useEffect, useRef } from 'preact/hooks';
import { go } from './route.js';

const SHORTCUTS = [
  ['/', 'Go to the question'],
  ['Ctrl K', 'Ask something new'],
  ['Enter', 'Ask; Shift Enter for a new line'],
  ['Esc', 'Stop a running answer, close what is open'],
  ['Tab', 'From sentence to sentence and source to source'],
  ['h', 'History'],
  ['?', 'This list'],
] as const;

export function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => event.key === key && !event.defaultPrevented && latest.current();
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [key]);
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

export function useKeyboard(showList: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return act(event, () => go('/'));
      if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') act(event, focusQuestion);
      if (event.key === '?') act(event, showList);
      if (event.key === 'h') act(event, () => go('/history'));
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

function act(event: KeyboardEvent, what: () => void): void {
  event.preventDefault();
  what();
}

function focusQuestion(): void {
  const input = document.querySelector<HTMLElement>('.question-input, main input[type=search], main textarea');
  if (input) input.focus();
  else go('/');
}

export function ShortcutList({ open, close }: { open: boolean; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} onClose={close} aria-label="Keyboard shortcuts">
      <h2>Keyboard</h2>
      <Shortcuts />
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  );
}

export function Shortcuts() {
  return (
    <dl class="keys">
      {SHORTCUTS.map(([key, what]) => (
        <>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </>
      ))}
    </dl>
  );
}
