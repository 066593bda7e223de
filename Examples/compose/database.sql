-- Run by psql once, as the superuser, when the database's volume is new.
--
-- The role of the nodes logs in to one database and makes its schemas there; it owns what it makes, which VACUUM after an
-- erasure needs, and has no other right. It is no superuser, makes no databases and no roles.
\set ON_ERROR_STOP on
\getenv password CHAVE_DATABASE_PASSWORD

CREATE ROLE chave LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 90 PASSWORD :'password';
CREATE DATABASE chave ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;
REVOKE ALL ON DATABASE chave FROM PUBLIC;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
REVOKE ALL ON DATABASE template1 FROM PUBLIC;
GRANT CONNECT, CREATE ON DATABASE chave TO chave;
\connect chave
REVOKE ALL ON SCHEMA public FROM PUBLIC;
