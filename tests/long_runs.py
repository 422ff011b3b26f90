"""The tests that are left to ``script/test --long``, by file."""

from __future__ import annotations

from typing import Final

# The dearer half of what drives the browser, by its time, what asks most of processes, and what is killed again and
# again: `script/test --long`; by its name, or with one of its parameters. A whole run has half an hour on two cores
# where it is slow; each room keeps its first walk and all its short ones.
LONG: Final = {
    "tests/accounts/test_accounts.py": {
        "test_discord_by_the_environment",
    },
    "tests/accounts/test_limits.py": {
        "test_processes_count_together",
    },
    "tests/accounts/test_signing_in.py": {
        "test_processes_count_sign_ins_together",
    },
    "tests/background/test_worker.py": {
        "test_worker_outlives_a_locked_database",
    },
    "tests/board/test_keeping.py": {
        "test_large_positions_push_one_another_out",
    },
    "tests/board/test_page_browser.py": {
        "test_the_page_keeps_nobody_out", "test_the_phone_never_scrolls_sideways",
        "test_the_script_draws_what_the_server_draws[the-other-side]",
        "test_the_theme_follows_the_system_until_it_is_switched",
    },
    "tests/cards/printing/test_print_browser.py": {
        "test_an_offset_that_cannot_be", "test_nothing_is_wider_than_a_phone",
    },
    "tests/cards/printing/test_workers.py": {
        "test_a_worker_that_is_asked_to_end_ends", "test_a_worker_that_is_killed_leaves_nothing",
        "test_slices_do_not_pile_up_processes",
    },
    "tests/cards/test_catalogue_browser.py": {
        "test_has_no_axe_violations", "test_typing_finds_and_writes_the_address",
    },
    "tests/cards/test_catalogue_sets.py": {
        "test_cards_of_every_type_and_ability_have_their_page[/fr]",
    },
    "tests/cards/test_decks_browser.py": {
        "test_clicks_put_cards_in_and_take_them_out", "test_has_no_axe_violations",
        "test_what_is_typed_outlasts_changes_and_is_saved",
    },
    "tests/cards/test_face_browser.py": {
        "test_screen_and_paper_show_the_same_face",
    },
    "tests/cards/test_letters_browser.py": {
        "test_every_font_has_its_letters", "test_names_are_the_same_on_screen_and_paper",
    },
    "tests/cards/test_rasters.py": {
        "test_threads_draw_what_one_alone_draws",
    },
    "tests/cards/test_workshop_browser.py": {
        "test_a_card_that_was_deleted_elsewhere_can_be_saved_anew", "test_a_name_that_is_too_long_is_never_cut",
        "test_a_picture_is_sent_and_moved_by_mouse_wheel_keys_and_numbers",
        "test_a_whole_book_in_a_field_is_answered_like_a_line_that_is_too_long",
        "test_abilities_are_picked_moved_and_taken_off_by_keyboard", "test_abilities_by_edition_and_type",
        "test_an_icon_by_keyboard", "test_leaving_while_it_is_being_saved_makes_one_card", "test_no_more_than_five",
        "test_nobody_is_kept_out", "test_on_a_phone_the_picture_is_moved_by_sliders_and_looked_at_large",
        "test_problems_stand_beside_the_field_and_nothing_is_lost",
        "test_signing_up_in_another_tab_goes_on_in_this_one", "test_two_tabs", "test_undo_and_redo",
        "test_what_a_failed_save_took_along_is_offered_again",
        "test_what_is_typed_while_it_is_being_saved_is_not_called_saved",
        "test_what_was_saved_by_the_button_is_not_offered_again",
        "test_whoever_goes_elsewhere_at_once_finds_the_card_as_it_is",
    },
    "tests/config/test_failures.py": {
        "test_a_full_disk_is_said_and_what_was_kept_stays", "test_where_others_write_the_page_says_when_to_come_again",
    },
    "tests/config/test_settings.py": {
        "test_a_push_key_is_made_and_taken",
    },
    "tests/config/test_static_files.py": {
        "test_a_page_asks_for_each_of_its_modules_once",
    },
    "tests/engine/decks/game/test_knowledge.py": {
        "test_piles_by_brute_force[0]", "test_piles_by_brute_force[1]",
    },
    "tests/engine/decks/game/test_redeals.py": {
        "test_games_that_differ_in_what_the_seat_cannot_see_are_the_same_afterwards[ffa]",
        "test_games_that_differ_in_what_the_seat_cannot_see_are_the_same_afterwards[teams]",
    },
    "tests/engine/schools/test_bots.py": {
        "test_greedy_is_better_than_chance",
    },
    "tests/grimoire/authoring/test_authoring_browser.py": {
        "test_a_proof_page_on_a_phone_and_sealed", "test_everything_works_without_a_script", "test_the_list_on_a_phone",
        "test_two_tabs_ask_before_anything_is_lost", "test_what_cannot_be_saved_says_so_and_stays",
    },
    "tests/grimoire/booklets/test_auras.py": {
        "test_in_a_booklet[full]", "test_in_a_booklet[saver]",
    },
    "tests/grimoire/booklets/test_letters_browser.py": {
        "test_the_pages_of_a_booklet", "test_the_picture_of_a_page_s_link",
    },
    "tests/grimoire/booklets/test_pictures.py": {
        "test_those_of_all_books_are_drawn_in_advance",
    },
    "tests/grimoire/browsing/test_browsing_browser.py": {
        "test_a_book_is_put_in_order_by_dragging", "test_a_book_is_put_in_order_by_keys",
        "test_a_book_is_put_in_order_with_a_finger", "test_a_book_is_put_in_order_without_script",
        "test_a_page_is_put_into_a_book_from_a_list", "test_a_page_that_went_wrong_is_tried_again",
        "test_a_title_that_was_typed_is_kept_by_the_next_move", "test_filters_find_pages_in_place",
        "test_nothing_scrolls_sideways_on_a_phone", "test_pages_are_turned_by_keys",
        "test_the_cover_is_chosen_and_the_link_shared", "test_the_search_works_without_script",
        "test_the_shelf_keeps_nobody_out",
    },
    "tests/grimoire/community/test_browser.py": {
        "test_a_comment_is_written_changed_and_deleted", "test_a_favourite_by_keyboard",
        "test_a_guest_signs_in_and_sends_what_was_typed", "test_copying_the_link",
        "test_everything_works_without_script", "test_hostile_comments_stay_in_their_box", "test_no_barriers",
        "test_the_frame_fits_from_320_pixels_on",
        "test_the_part_below_opens_when_the_solution_is_shown", "test_voting_in_place",
        "test_whoever_was_signed_out_meanwhile_loses_nothing",
    },
    "tests/grimoire/community/test_news_browser.py": {
        "test_news_lead_to_the_comments_and_are_gone_then[dark]",
    },
    "tests/grimoire/editor/test_browser.py": {
        "test_a_phone_does_it_all_by_tapping", "test_a_second_tab_keeps_its_own",
        "test_a_stamp_goes_before_or_after_the_card_it_meets", "test_an_ai_has_a_pile_and_a_level",
        "test_cards_on_the_board_keep_their_pictures_while_one_goes_on_searching",
        "test_deleting_everything_leaves_no_work_in_the_browser", "test_four_players_see_all_four_boards",
        "test_it_is_accessible_in_both_themes", "test_it_is_resolved_in_place",
        "test_many_different_cards_are_drawn_in_several_turns",
        "test_nobody_sees_the_draft_of_somebody_who_has_signed_out", "test_nothing_is_lost_without_a_connection",
        "test_signing_out_leaves_no_work_in_the_browser", "test_the_address_can_be_sent_to_somebody_else",
        "test_the_address_round_trips", "test_the_last_position_waits_where_no_address_names_one",
        "test_the_menu_of_more_tools_closes_like_any_other",
        "test_the_objective_is_made_not_typed_and_its_target_stays_the_target", "test_undo_and_redo_go_all_the_way",
        "test_what_cannot_be_drawn_any_more_is_forgotten", "test_what_is_half_finished_comes_back_after_a_reload",
        "test_work_of_somebody_who_did_not_sign_out_is_not_shown_to_another",
    },
    "tests/grimoire/editor/test_fingers.py": {
        "test_a_card_put_back_where_it_was_opens_its_menu_and_the_stamp_stays",
    },
    "tests/grimoire/solving/test_browser.py": {
        "test_a_card_that_is_chosen_can_be_read", "test_a_reload_keeps_everything",
        "test_a_wrong_answer_can_be_changed", "test_after_a_wrong_answer_the_next_try_is_there_at_once",
        "test_choosing_a_card_leaves_the_preview", "test_giving_up_at_once_has_to_be_meant",
        "test_hints_by_key_and_the_solution_step_by_step", "test_nobody_is_kept_out", "test_solved_by_keys_alone",
        "test_solved_without_a_script", "test_the_back_button_loses_nothing",
        "test_the_keys_are_explained_and_lead_to_the_next_page", "test_the_verdict_comes_after_the_last_blow",
        "test_two_windows_lose_nothing", "test_what_happened_can_be_stepped_through",
    },
    "tests/grimoire/solving/test_browser_kinds.py": {
        "test_against_an_ai_and_with_partners", "test_foretelling_without_a_script",
        "test_the_defence_answers_and_the_second_turn_decides",
    },
    "tests/grimoire/solving/test_haste.py": {
        "test_taking_back_as_often_as_it_was_asked", "test_the_assault_right_after_a_card",
    },
    "tests/grimoire/test_book_production.py": {
        "test_composing_can_be_gone_on_with",
    },
    "tests/grimoire/test_renewing.py": {
        "test_a_page_that_nothing_can_replace_is_named", "test_the_command_replaces_a_lost_page",
    },
    "tests/grimoire/test_secrecy.py": {
        "test_the_outcome_does_not_show_in_what_is_asked[board]",
        "test_the_outcome_does_not_show_in_what_is_asked[choices]",
        "test_who_has_earned_nothing_is_told_nothing[failing]", "test_who_has_earned_nothing_is_told_nothing[midway]",
    },
    "tests/home/test_home_browser.py": {
        "test_a_dragged_card_plays_the_assault_and_wins", "test_a_try_is_shown_and_the_board_is_as_before",
        "test_by_keys_alone", "test_nobody_is_kept_out", "test_nothing_moves_by_itself_where_nothing_should",
        "test_the_board_moves_by_itself_once", "test_whoever_touches_a_playing_board_sees_its_end",
        "test_without_scripts_a_move_is_a_button",
    },
    "tests/mutation/test_bench_browser.py": {
        "test_a_thumb_on_a_phone", "test_timeline_story_prices_and_papers_keep_nobody_out",
    },
    "tests/mutation/test_looks_browser.py": {
        "test_the_main_pages_keep_nobody_out",
    },
    "tests/mutation/test_offline_browser.py": {
        "test_a_choice_waits", "test_a_pick_waits_and_its_hand_rests",
        "test_a_plan_is_glued_and_its_phase_closed_without_a_network", "test_a_reload_while_offline_keeps_it",
        "test_somebody_elses_is_not_sent", "test_what_is_done_again_on_the_state_of_now_goes_in",
        "test_who_deletes_everything_leaves_nothing_behind",
    },
    "tests/mutation/test_paper.py": {
        "test_a_booklet_tells_the_whole_session", "test_every_paper_has_its_size_and_brings_its_fonts[booklet]",
    },
    "tests/mutation/test_session_browser.py": {
        "test_a_whole_session_in_the_browser", "test_one_phone_goes_round",
        "test_the_choice_counts_and_a_game_leads_to_its_table", "test_two_devices_draft_and_see_each_other",
    },
    "tests/mutation/test_session_kills.py": {
        "test_a_draft_survives_kills",
    },
    "tests/operations/test_backup_races.py": {
        "test_a_backup_of_the_other_engine_is_refused_by_name",
        "test_a_copy_that_the_server_cannot_read_changes_nothing_there",
        "test_what_is_restored_elsewhere_is_what_was_there",
    },
    "tests/operations/test_backups.py": {
        "test_a_database_of_something_else_is_no_backup", "test_nothing_is_overwritten_unasked",
        "test_old_backups_of_a_folder_go", "test_what_is_damaged_or_of_a_later_version_is_refused[changed]",
        "test_what_is_damaged_or_of_a_later_version_is_refused[cut]",
        "test_what_is_damaged_or_of_a_later_version_is_refused[text]", "test_what_was_there_is_moved_aside",
    },
    "tests/operations/test_bucket.py": {
        "test_a_backup_has_the_bucket_s_files_and_a_restore_puts_them_back",
    },
    "tests/operations/test_deployment.py": {
        "test_what_is_complete_is_complete",
    },
    "tests/operations/test_error_reports.py": {
        "test_an_address_that_is_none_is_refused",
    },
    "tests/operations/test_figures.py": {
        "test_processes_count_together_and_only_the_token_opens",
    },
    "tests/operations/test_rolling_upgrade.py": {
        "test_old_and_new_side_by_side",
    },
    "tests/operations/test_two_of_each.py": {
        "test_one_of_each_is_killed",
    },
    "tests/operations/test_upgrades.py": {
        "test_released_database_comes_to_today[1-cards-and-champions]",
    },
    "tests/operations/test_webworker.py": {
        "test_half_a_head_is_given_up_after_a_while",
    },
    "tests/tables/test_afterwards_browser.py": {
        "test_a_replay_is_walked_and_leads_on_from_the_step_that_is_shown", "test_a_review_on_a_phone",
        "test_the_statistics_on_a_phone", "test_without_scripts_every_turn_and_step_is_a_page",
    },
    "tests/tables/test_decks_browser.py": {
        "test_the_decks_are_shown_at_the_first_look",
    },
    "tests/tables/test_first_game_browser.py": {
        "test_it_has_both_themes_and_needs_no_script[dark]", "test_ten_moments_and_a_game_by_keys_on_a_desk",
        "test_ten_moments_and_a_game_on_a_phone_by_touch",
    },
    "tests/tables/test_first_game_secrets.py": {
        "test_explanations_and_hints_are_the_same_whatever_lies_hidden[2-fr]",
        "test_explanations_and_hints_are_the_same_whatever_lies_hidden[3-en]",
        "test_explanations_and_hints_are_the_same_whatever_lies_hidden[4-en]",
        "test_explanations_and_hints_are_the_same_whatever_lies_hidden[5-fr]",
        "test_moments_are_their_readers_alone_and_the_same_whatever_lies_hidden",
    },
    "tests/tables/test_games.py": {
        "test_a_game_is_played_to_its_end[champions-coop-preconstructed]",
        "test_a_game_is_played_to_its_end[champions-ffa-constructed]",
        "test_a_game_is_played_to_its_end[champions-ffa-draft]",
        "test_a_game_is_played_to_its_end[champions-ffa-preconstructed]",
        "test_a_game_is_played_to_its_end[champions-teams-constructed]",
        "test_a_game_is_played_to_its_end[champions-teams-draft]",
        "test_a_game_is_played_to_its_end[exhaustion-duel-draft]",
        "test_a_game_is_played_to_its_end[exhaustion-ffa-constructed]",
        "test_a_game_is_played_to_its_end[exhaustion-ffa-draft]",
        "test_a_game_is_played_to_its_end[exhaustion-ffa-preconstructed]",
        "test_a_game_is_played_to_its_end[exhaustion-teams-draft]",
        "test_a_game_is_played_to_its_end[exhaustion-teams-preconstructed]",
    },
    "tests/tables/test_gathering.py": {
        "test_in_a_browser_the_game_begins_by_itself",
    },
    "tests/tables/test_other_games.py": {
        "test_a_game_of_the_cards_is_played_to_its_end[3-options1]",
        "test_a_game_of_the_cards_is_played_to_its_end[6-options2]",
    },
    "tests/tables/test_other_secrets.py": {
        "test_games_that_differ_in_what_is_hidden_answer_alike[cards]",
        "test_no_answer_holds_what_its_reader_may_not_know[cards]",
    },
    "tests/tables/test_pages.py": {
        "test_a_game_is_played_on_its_page[constructed-/fr]", "test_a_game_is_played_on_its_page[constructed-]",
        "test_a_game_is_played_on_its_page[draft-/fr]", "test_a_game_is_played_on_its_page[draft-]",
    },
    "tests/tables/test_pushing_browser.py": {
        "test_the_worker_shows_what_it_is_sent_and_leads_to_the_game",
        "test_who_signs_out_is_told_no_more_in_this_browser", "test_without_a_push_service_pages_tell_as_they_did",
    },
    "tests/tables/test_said_and_heard_browser.py": {
        "test_a_phrase_stands_beside_its_name_and_is_read_out",
        "test_each_step_of_the_others_turn_sounds_like_what_happens", "test_sounds_are_off_until_they_are_wanted",
        "test_the_end_has_a_sound_of_its_own",
    },
    "tests/tables/test_secrets.py": {
        "test_no_answer_holds_a_secret[ffa-draft]", "test_no_answer_holds_a_secret[teams-constructed]",
        "test_no_answer_holds_a_secret[teams-draft]",
    },
    "tests/tables/test_start_browser.py": {
        "test_invitations_and_ones_own_games_keep_nobody_out", "test_points_are_counted_on_a_phone",
        "test_strangers_meet_and_the_lobby_renews_itself",
        "test_the_browser_tells_whose_turn_it_is_where_that_was_asked_for",
    },
    "tests/tables/test_streams.py": {
        "test_kills_lose_nothing", "test_whole_games_survive_kills",
    },
    "tests/tables/test_table_browser.py": {
        "test_a_whole_duel_by_keys", "test_draft_terms_and_table_are_for_everybody",
        "test_nothing_counts_before_the_turn_is_ended",
        "test_the_others_turn_is_played_step_by_step_and_can_be_stopped",
        "test_where_streams_are_blocked_the_page_asks",
    },
    "tests/tables/test_table_secrets.py": {
        "test_pages_of_games_that_differ_in_what_is_hidden_are_alike[coop-90-en]",
        "test_pages_of_games_that_differ_in_what_is_hidden_are_alike[ffa-50-en]",
        "test_pages_of_games_that_differ_in_what_is_hidden_are_alike[solo-60-fr]",
        "test_pages_of_games_that_differ_in_what_is_hidden_are_alike[teams-40-fr]",
    },
    "tests/tables/test_two_tabs_browser.py": {
        "test_a_plan_does_not_outlive_its_turn", "test_a_proxy_without_a_server_does_not_take_the_table_away",
        "test_a_reload_after_the_server_has_done_it_shows_what_happened",
        "test_a_reload_before_the_server_hears_of_it_keeps_the_plan",
        "test_of_two_tabs_that_end_the_turn_at_once_one_does", "test_what_one_tab_does_the_other_shows",
    },
    "tests/tables/test_whole_games_browser.py": {
        "test_a_duel_on_a_phone_by_touch", "test_a_free_for_all_on_a_desk_by_mouse",
        "test_a_solo_custom_5_by_keyboard_alone",
    },
    "tests/rulings/test_at_the_table_browser.py": {  # eleven walks of two pages each, in either language
        "test_usual_questions_are_answered_in_three_taps_without_a_network",
    },
    "tests/rulings/test_pages_browser.py": {
        "test_a_cell_opens_beside_the_matrix", "test_pages_are_accessible_and_fit_a_phone",
    },
    "tests/test_widths.py": {
        "test_no_kind_of_page_is_wider_than_a_phone", "test_no_page_of_one_s_own_is_wider_than_a_phone",
        "test_no_page_of_the_site_is_wider_than_a_phone",
    },
}  # fmt: skip
