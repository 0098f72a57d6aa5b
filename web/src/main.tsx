/** The page: a rail of views, and the view that the address names. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AskView } from './ask-view.js';
import { CheckView } from './check-view.js';
import { CompareView } from './compare-view.js';
import { HistoryView } from './history-view.js';
import { Icon } from './icons.js';
import { ShortcutList, useKeyboard } from './keyboard.js';
import { LibraryView } from './library-view.js';
import { followed, usePlace } from './route.js';
import { RunView } from './run-view.js';
import { LiveRegion } from './said.js';
import { SettingsView } from './settings-view.js';
import { applyTheme } from './theme.js';
import './style/base.css';
import './style/layout.css';
import './style/answer.css';
import './style/machinery.css';

const VIEWS = [
  ['/', 'Ask', 'ask'],
  ['/history', 'History', 'history'],
  ['/compare', 'Compare', 'compare'],
  ['/check', 'Check', 'check'],
  ['/library', 'Library', 'library'],
  ['/settings', 'Settings', 'settings'],
] as const;

function Page() {
  const { path, query } = usePlace();
  const [keys, setKeys] = useState(false);
  useKeyboard(() => setKeys(true));
  const isHere = (to: string) => (to === '/' ? path === '/' || path.startsWith('/runs/') : path.startsWith(to));
  const title = VIEWS.find(([to]) => isHere(to))?.[1];
  useEffect(() => {
    if (!path.startsWith('/runs/')) document.title = title && path !== '/' ? `${title} · Winnow` : 'Winnow';
  }, [path]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <nav class="rail" aria-label="Views">
        {VIEWS.map(([to, label, icon]) => (
          <a href={to} onClick={followed} {...(isHere(to) && { 'aria-current': 'page' as const })}>
            <Icon name={icon} />
            <span>{label}</span>
          </a>
        ))}
      </nav>
      <View path={path} query={query} />
      <LiveRegion />
      <ShortcutList open={keys} close={() => setKeys(false)} />
    </>
  );
}

function View({ path, query }: { path: string; query: URLSearchParams }) {
  const [, view, ...rest] = path.split('/').map(decodeURIComponent);
  if (view === 'runs' && rest[0]) return <RunView key={rest[0]} id={rest[0]} />;
  if (view === 'history') return <HistoryView />;
  if (view === 'compare') return <CompareView query={query} />;
  if (view === 'check') return <CheckView />;
  if (view === 'library') return <LibraryView parts={rest} query={query} />;
  if (view === 'settings') return <SettingsView />;
  return <AskView query={query} />;
}

applyTheme();
const root = document.getElementById('page');
if (root) render(<Page />, root);
