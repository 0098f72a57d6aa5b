/** Tables that several servers share. */
import type { Database } from '../../../providers/postgres/connect.js';
import { PROCESSES_TABLE } from '../../../providers/postgres/processes.js';
import { prepareTables as prepare } from '../../../providers/postgres/tables.js';
import { WORK_TABLE } from '../../../providers/postgres/work-queue.js';
import { RESERVED_TABLE } from './reserve-corpus.js';

/** What is made when it is not there; later versions add statements, and change none. */
const TABLES = [
  PROCESSES_TABLE,
  WORK_TABLE,
  `create table if not exists runs (
    id text primary key, owner text not null, asked_at timestamptz not null, process text not null,
    is_over boolean not null, bytes bigint not null default 0, summary json not null, result json)`,
  `create index if not exists runs_of_owner on runs (owner, asked_at desc)`,
  `create index if not exists runs_going_on on runs (process) where not is_over`,
  `create table if not exists run_events (run text not null references runs on delete cascade, n integer not null, event json not null, primary key (run, n))`,
  `create table if not exists run_calls (run text not null references runs on delete cascade, n bigint generated always as identity, exchange json not null, primary key (run, n))`,
  `create table if not exists keys (id text primary key, hash text not null unique, kept json not null, created_at timestamptz not null default now())`,
  `create table if not exists requests (caller text not null, at timestamptz not null default clock_timestamp())`,
  `create index if not exists requests_of_caller on requests (caller, at)`,
  `create table if not exists spending (day date not null, caller text not null, usd double precision not null, primary key (day, caller))`,
  `create table if not exists reservations (id text primary key, caller text not null, usd double precision not null, process text not null)`,
  `create table if not exists places (id text primary key, caller text not null, process text not null)`,
  `create index if not exists places_of_caller on places (caller)`,
  `create table if not exists jobs (
    id text primary key, corpus text not null, item text not null, started_at timestamptz not null, is_over boolean not null, begun integer not null default 0,
    job json not null, request json not null)`,
  `create unique index if not exists jobs_going_on on jobs (corpus) where not is_over`,
  `create table if not exists uploads (corpus text not null, path text not null, bytes bytea not null, primary key (corpus, path))`,
  RESERVED_TABLE,
];

export const prepareTables = (database: Database, schema: string): Promise<void> => prepare(database, schema, TABLES);
