-- Rights in the PostgreSQL database of a shared corpus: annotators read plan and texts, and of the decisions their own
-- alone; they add, and can neither change nor delete. Who owns the tables, and shared the corpus, leads it and sees all.
-- Run it in that database, by the account that shared the corpus; it can be run again. Then, for each annotator:
--     CREATE ROLE ana LOGIN PASSWORD '…' IN ROLE deid_annotator;
--     INSERT INTO deid_members VALUES ('ana', 'ana-ruiz');    -- the account, and the layer's folder
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'deid_annotator') THEN CREATE ROLE deid_annotator; END IF;
END $$;
CREATE TABLE IF NOT EXISTS deid_members (account name PRIMARY KEY, layer text NOT NULL);
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON deid_corpus, deid_files, deid_texts, deid_events, deid_planted, deid_members FROM PUBLIC, deid_annotator;
GRANT SELECT ON deid_corpus, deid_files, deid_texts, deid_members TO deid_annotator;
GRANT SELECT, INSERT ON deid_events, deid_planted TO deid_annotator;
ALTER TABLE deid_events ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_layer ON deid_events;
CREATE POLICY own_layer ON deid_events TO deid_annotator
    USING (layer = (SELECT m.layer FROM deid_members m WHERE m.account = current_user));
ALTER TABLE deid_planted ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own_layer ON deid_planted;
CREATE POLICY own_layer ON deid_planted TO deid_annotator
    USING (layer = (SELECT m.layer FROM deid_members m WHERE m.account = current_user));
